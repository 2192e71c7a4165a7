import { readFile } from 'node:fs/promises'
import { ToolError } from '../../input/index.js'
import { isObject, findProviderState, type Json, parseJson } from '../../spec/index.js'
import { objectsIn } from '../json-members.js'
import { type ProviderStates, readyState } from './provider-states.js'

/**
 * States of a provider that can be prepared, but not changed during a run: a JSON file with the values of each state, or
 * a list of values, one for each use.
 */
export async function statesInMap(path: string): Promise<ProviderStates> {
  const map = await load(path)
  const uses = new Map<string, number>()
  return {
    available: true,
    names: Object.keys(map),
    setUp: async (name) => {
      const given = map[name] ?? null
      const entries = objectsIn(Array.isArray(given) ? given : [given])
      const used = uses.get(name) ?? 0
      uses.set(name, used + 1)
      const isUsedUp = findProviderState(name)?.isUsedUp === true
      const entry = isUsedUp ? entries[used] : entries[used % entries.length]
      if (entry === undefined) return { kind: 'skipped', reason: missing(path, name, used) }
      return readyState(name, entry)
    },
    tearDown: async () => {},
  }
}

async function load(path: string): Promise<Record<string, Json>> {
  try {
    const map = parseJson(await readFile(path, 'utf8'))
    if (isObject(map)) return map
  } catch (error) {
    throw new ToolError(`Cannot read the states of ${path}: ${(error as Error).message}`)
  }
  throw new ToolError(
    `Cannot use the states of ${path}: it must be an object such as {"a pending order": {"orderId": 7}}.`,
  )
}

function missing(path: string, name: string, used: number): string {
  return used === 0 ? `${path} has no values for the state "${name}"` : `${path} has no more values for "${name}"`
}
