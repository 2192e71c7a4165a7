import { readFile } from 'node:fs/promises'
import { ToolError } from '../../input/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import type { ProviderStates } from './provider-states.js'
import { readyState } from './state-values.js'

// What these states give is used up by the first cancel: each entry of the map serves once.
const USED_UP: ReadonlySet<string> = new Set(['a pending order', 'an order with a large id'])

/**
 * States of a provider that can be prepared, but not be told to change: a JSON file with the values of each state, or
 * with a list of values, of which each use takes the next.
 */
export async function statesInMap(path: string): Promise<ProviderStates> {
  const map = await load(path)
  const uses = new Map<string, number>()
  return {
    available: true,
    setUp: async (name) => {
      const entries = entriesOf(map[name])
      const used = uses.get(name) ?? 0
      uses.set(name, used + 1)
      const entry = USED_UP.has(name) ? entries[used] : entries[used % entries.length]
      if (entry === undefined) return { kind: 'skipped', reason: missing(path, { name, used }) }
      return readyState(name, entry)
    },
    tearDown: async () => {},
  }
}

async function load(path: string): Promise<Record<string, Json>> {
  try {
    const map = parseJson(await readFile(path, 'utf8'))
    if (typeof map === 'object' && map !== null && !Array.isArray(map)) return map
  } catch (error) {
    throw new ToolError(`Cannot read the states of ${path}: ${(error as Error).message}`)
  }
  throw new ToolError(
    `Cannot use the states of ${path}: it must be an object such as {"a pending order": {"orderId": 7}}.`,
  )
}

function entriesOf(json: Json | undefined): Record<string, Json>[] {
  const entries = Array.isArray(json) ? json : [json]
  return entries.filter(
    (entry): entry is Record<string, Json> => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
  )
}

function missing(path: string, { name, used }: { name: string; used: number }): string {
  return used === 0 ? `${path} has no values for the state "${name}"` : `${path} has no further values for "${name}"`
}
