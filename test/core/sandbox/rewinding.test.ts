import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('a rewind is in the journal with its time, and lets a clock go on that was frozen later', () => {
  const time = Date.parse('2026-11-20T12:00:00Z')
  const sandbox = new OrdersMock({ time: () => time }).sandbox()
  sandbox.faults.set([{ kind: 'status' }])
  sandbox.clock.change({ frozen: true })
  sandbox.rewind({ to: 0 })
  expect(sandbox.clock.read().frozen).toBe(false)
  expect(sandbox.requests.all()).toMatchObject([{ operation: 'rewind', at: '2026-11-20T12:00:00Z' }])
})

test('a change that the history never had is named', () => {
  const message = 'There is no change 9 in the history: it was undone, or never made.'
  expect(() => new OrdersMock().sandbox().rewind({ to: 9 })).toThrow(message)
})
