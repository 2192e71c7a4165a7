import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('the clock stays within the years that an instant can be written with', () => {
  let realMs = Date.parse('2026-11-20T12:00:00Z')
  const { clock } = new OrdersMock({ time: () => realMs }).sandbox()
  clock.set('9999-12-31T23:59:59Z')
  realMs += 86_400_000
  expect(clock.now).toBe('9999-12-31T23:59:59.999Z')
  for (const change of [{ advance: 'P1D' }, { advance: 'P9000Y' }, { now: '0001-01-01T00:00:00Z', advance: '-P2Y' }]) {
    const before = clock.now
    expect(() => clock.change(change)).toThrow(/^advance: /)
    expect(clock.now).toBe(before)
  }
})
