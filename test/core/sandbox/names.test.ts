import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('a sandbox that nobody names gets the next free name', () => {
  const mock = new OrdersMock()
  mock.createSandbox({ name: 'sandbox-2' })
  expect([1, 2].map(() => mock.createSandbox().name)).toEqual(['sandbox-1', 'sandbox-3'])
})

test('with a node it begins with that, and its key leads to it', () => {
  const mock = new OrdersMock({ node: 'eu-1' })
  const made = [mock.createSandbox(), mock.createSandbox(), mock.createSandbox({ name: 'checkout' })]
  expect(made.map(({ name, apiKey }) => [name, apiKey])).toEqual([
    ['eu-1.sandbox-1', 'test-key~~eu-1.sandbox-1'],
    ['eu-1.sandbox-2', 'test-key~~eu-1.sandbox-2'],
    ['checkout', 'test-key~~checkout'],
  ])
})
