import { readFile } from 'node:fs/promises'
import { ToolError } from '../../input/index.js'
import { findProviderState, isObject, type Json, parseJson } from '../../spec/index.js'
import { objectsIn } from '../json-members.js'
import type { StatesSource } from './provider-states.js'

/**
 * States of a provider that can be prepared, but not changed during a run: a JSON file with the values of each state, or
 * a list of values, one for each use.
 */
export async function statesInMap(path: string): Promise<StatesSource> {
  const map = await load(path)
  const uses = new Map<string, number>()
  return {
    names: Object.keys(map),
    setUp: async (name) => {
      const entries = objectsIn([map[name] ?? []].flat())
      const used = uses.get(name) ?? 0
      uses.set(name, used + 1)
      const entry = entries[findProviderState(name)?.isUsedUp === true ? used : used % entries.length]
      if (entry !== undefined) return entry
      return used === 0 ? `${path} has no values for the state "${name}"` : `${path} has no more values for "${name}"`
    },
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
