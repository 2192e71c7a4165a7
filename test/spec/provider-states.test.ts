import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations, type ProviderState, providerStates } from '../../src/spec/index.js'

const text = readFileSync(new URL('../../contracts/provider-states.md', import.meta.url), 'utf8')

test('the catalogue of provider states is the table of provider-states.md', () => {
  const table = text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, state = '', holds, values]) => [/^`(.*?)`/.exec(state)?.[1], holds, /\{(\w*)\}/.exec(values ?? '')?.[1]])
    .filter(([state, , values]) => state !== undefined && values !== undefined)
  const catalogue = Object.entries<ProviderState>(providerStates)
  expect(catalogue.map(([state, { holds, returns = '' }]) => [state, holds, returns])).toEqual(table)
})

test('an operation is checked from states that give its parameter', () => {
  for (const { parameter, states } of Object.values(operations)) {
    for (const state of states) {
      const { returns }: ProviderState = providerStates[state]
      expect([state, parameter ?? returns]).toEqual([state, returns])
    }
  }
})
