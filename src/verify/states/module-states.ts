import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ToolError } from '../../input/index.js'
import type { ProviderStates, StateAction, StateAnswer, StateParams } from './provider-states.js'
import { readyState, stateError } from './state-values.js'
import { within } from './within.js'

/** A function for a state, or one for each direction. */
type StateHandler =
  | ((params: StateParams) => StateAnswer | Promise<StateAnswer>)
  | {
      readonly setup: (params: StateParams) => StateAnswer | Promise<StateAnswer>
      readonly teardown?: (params: StateParams) => unknown
    }

/** The states that a module exports by name, as its default export or as `states`. */
export async function statesInModule(path: string, timeoutMs: number): Promise<ProviderStates> {
  const handlers = await load(path, timeoutMs)
  const call = async <T>(name: string, action: StateAction, act: () => Promise<T>): Promise<T> => {
    try {
      return await within(timeoutMs, act)
    } catch (error) {
      throw stateError(name, `its function failed: ${String(error)}`, action)
    }
  }
  return {
    available: true,
    setUp: async (name, params = {}) => {
      const handler = handlers[name]
      if (handler === undefined) {
        throw stateError(name, `${path} has no function for it (one that cannot reach it returns undefined)`)
      }
      const values = await call(name, 'setup', async () =>
        (typeof handler === 'function' ? handler : handler.setup)(params),
      )
      if (values === undefined) {
        return { kind: 'skipped', reason: `the provider does not support the state "${name}" (undefined)` }
      }
      if (typeof values !== 'object' || values === null) throw stateError(name, 'its function must return an object')
      return readyState(name, values)
    },
    tearDown: async (name, params = {}) => {
      const handler = handlers[name]
      if (typeof handler === 'object') await call(name, 'teardown', async () => handler.teardown?.(params))
    },
  }
}

async function load(path: string, timeoutMs: number): Promise<Readonly<Record<string, StateHandler>>> {
  try {
    const handlers = await within(timeoutMs, () => exportedBy(path))
    if (typeof handlers === 'object' && handlers !== null) return handlers as Record<string, StateHandler>
  } catch (error) {
    throw new ToolError(`Cannot load the states of ${path}: ${(error as Error).message}`)
  }
  throw new ToolError(
    `Cannot use the states of ${path}: it must export an object (default or "states") with a function for each state.`,
  )
}

async function exportedBy(path: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>
  return loaded['default'] ?? loaded['states']
}
