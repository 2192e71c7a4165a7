import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

const MAX = 3
const use = fc.record({ do: fc.constant('use'), name: fc.constantFrom('a', 'b', 'c', 'd', 'e') })
const remove = fc.record({ do: fc.constant('remove'), name: fc.constantFrom('a', 'b', 'c', 'd', 'e') })

test('the least recently used sandboxes go first, of those that keys make and of those created', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('keys', 'created'), fc.oneof(use, use, remove))), (steps) => {
      const mock = new OrdersMock({ maxSandboxes: MAX })
      let expected: string[] = []
      for (const [pool, { do: action, name: letter }] of steps) {
        const name = pool === 'keys' ? `pending~${letter}` : letter
        const others = expected.filter((other) => other !== name)
        if (action === 'use') useOrMake(mock, pool, name)
        else if (others.length < expected.length) mock.deleteSandbox(name)
        const ofPool = others.filter((other) => other.includes('~') === (pool === 'keys'))
        const evicted = action === 'use' && ofPool.length === MAX ? ofPool[0] : undefined
        expected = [...others.filter((other) => other !== evicted), ...(action === 'use' ? [name] : [])]
        expect(mock.sandboxes.map((sandbox) => sandbox.name)).toEqual(['main', ...expected])
      }
    }),
  )
})

function useOrMake(mock: OrdersMock, pool: string, name: string): void {
  if (pool === 'keys' || mock.sandboxes.some((sandbox) => sandbox.name === name)) mock.sandbox(name)
  else mock.createSandbox({ name })
}

test('a sandbox that nobody names gets the next free name', () => {
  const mock = new OrdersMock()
  mock.createSandbox({ name: 'sandbox-2' })
  expect([1, 2].map(() => mock.createSandbox().name)).toEqual(['sandbox-1', 'sandbox-3'])
})

test('with a node, its name begins with that, and its key leads to it', () => {
  const mock = new OrdersMock({ node: 'eu-1' })
  const made = [mock.createSandbox(), mock.createSandbox(), mock.createSandbox({ name: 'checkout' })]
  expect(made.map(({ name, apiKey }) => [name, apiKey])).toEqual([
    ['eu-1.sandbox-1', 'test-key~~eu-1.sandbox-1'],
    ['eu-1.sandbox-2', 'test-key~~eu-1.sandbox-2'],
    ['checkout', 'test-key~~checkout'],
  ])
})

test.each(['', '.', '..', 'a/b', 'a'.repeat(101)])('%j is no name of a sandbox', (name) => {
  const message = 'name: must be letters, digits, ".", "_" and "-", 100 at most'
  expect(() => new OrdersMock().createSandbox({ name })).toThrow(message)
  expect(() => new OrdersMock().sandbox(`shipped~${name}/`)).toThrow('not found')
})
