import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { shortened } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'

type Values = Readonly<Record<string, unknown>>
type SetUp = (params: Values) => Values | undefined | Promise<Values | undefined>

/** A function for a state, or one for each direction; modules are written in JavaScript, too. */
type StateHandler = SetUp | { readonly setup?: SetUp; readonly teardown?: (params: Values) => unknown } | null

const MAX_SHOWN = 1_000
/** An error may be its own cause. */
const MAX_CAUSES = 3

/** The states that a module exports by name, as its default export or as `states`. */
export async function statesInModule(path: string, timeoutMs: number) {
  const handlers = await load(path, timeoutMs)
  const call = <T>(act: () => T | Promise<T>) =>
    within(timeoutMs, act).catch((error: unknown) => {
      throw new Error(`its function failed: ${shortened(describe(error), MAX_SHOWN)}`)
    })
  return {
    names: Object.keys(handlers),
    setUp: async (name: string, params: Values) => {
      const handler = handlers[name]
      const setUp = typeof handler === 'function' ? handler : handler?.setup
      if (typeof setUp !== 'function') {
        const way = 'must have a function for it, or an object with a function "setup"'
        throw new Error(`${path} ${way} (one that cannot reach the state returns undefined)`)
      }
      const values = await call(() => setUp.call(setUp === handler ? handlers : handler, params))
      if (values === undefined) return `the provider does not support the state "${name}" (undefined)`
      if (typeof values !== 'object' || values === null) throw new Error('its function must return an object')
      return values
    },
    tearDown: async (name: string, params: Values) => {
      const handler = handlers[name]
      if (typeof handler === 'object') await call(() => handler?.teardown?.(params))
    },
  }
}

/** The error with its causes: by itself, an error of `fetch` or of several addresses says nothing. */
function describe(thrown: unknown, causesLeft = MAX_CAUSES): string {
  if (!(thrown instanceof Error)) return typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 1 })
  const cause: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  return cause === undefined || causesLeft === 0 ? String(thrown) : `${thrown}: ${describe(cause, causesLeft - 1)}`
}

async function load(path: string, timeoutMs: number): Promise<Readonly<Record<string, StateHandler>>> {
  try {
    const url = pathToFileURL(resolve(path)).href
    const loaded = await within(timeoutMs, () => import(url) as Promise<Record<string, unknown>>)
    const handlers = loaded['default'] ?? loaded['states']
    if (typeof handlers === 'object' && handlers !== null) return handlers as Record<string, StateHandler>
  } catch (error) {
    throw new ToolError(`Cannot load the states of ${path}: ${(error as Error).message}`)
  }
  const form = 'an object (default or "states") with a function for each state'
  throw new ToolError(`Cannot use the states of ${path}: it must export ${form}.`)
}

/** @throws {Error} if it takes longer */
async function within<T>(timeoutMs: number, act: () => T | Promise<T>): Promise<T> {
  // A function that throws at once leaves no timeout behind that nobody listens to.
  const acting = act()
  const late = pause(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`it was not done within ${timeoutMs} ms (--states-timeout)`)
  })
  return Promise.race([acting, late])
}
