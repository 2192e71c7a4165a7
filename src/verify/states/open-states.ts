import { readFile } from 'node:fs/promises'
import { inspect } from 'node:util'
import pLimit from 'p-limit'
import { didYouMean, ToolError } from '../../input/index.js'
import { findProviderState, isObject, parseJson, providerStates, toInt64 } from '../../spec/index.js'
import { NO_STATES_REASON } from '../check.js'
import { objectsIn } from '../json-members.js'
import type { Pacer } from '../pacer.js'
import type { RunPlan } from '../verify-options.js'
import { statesInModule } from './module-states.js'
import { type ProviderStates, stateError, type StatesSource, type StateValues } from './provider-states.js'
import { statesByUrl, type StatesPlan } from './url-states.js'

/** A run without `--states`: every state is skipped, so nothing in the provider is changed. */
export const NO_STATES: ProviderStates = {
  available: false,
  setUp: async (name) => ({ kind: 'skipped', reason: `the state "${name}" cannot be set up: ${NO_STATES_REASON}` }),
  tearDown: async () => {},
}

/**
 * Opens the way to the provider's states. They are set up one after another, whatever runs side by side: handlers of
 * states are written like tests, not like servers.
 *
 * @throws {ToolError} exit code 2, if there is no such file or it cannot be read
 */
export async function openStates(plan: StatesPlan, pacer: Pacer): Promise<ProviderStates> {
  if (plan.states === undefined) return NO_STATES
  const source = await sourceOf(plan.states, plan, pacer)
  const oneByOne = pLimit(1)
  return {
    ...source,
    available: true,
    setUp: (name, params = {}) =>
      oneByOne(async () => {
        const values = await source.setUp(name, params)
        if (typeof values === 'string') return { kind: 'skipped', reason: values }
        return { kind: 'state', name, params, values: withExactId(name, values) }
      }),
    tearDown: (name, params = {}) => oneByOne(async () => source.tearDown?.(name, params)),
  }
}

async function sourceOf(where: string, plan: StatesPlan, pacer: Pacer): Promise<StatesSource> {
  if (/^https?:\/\//i.test(where)) return statesByUrl(where, plan, pacer)
  if (/\.json$/i.test(where)) return statesInMap(where)
  if (/\.[cm]?js$/i.test(where)) return statesInModule(where, plan.statesTimeoutMs)
  const ways = 'Give a URL (http://…), a module (.mjs) or a map of fixed values (.json).'
  throw new ToolError(`Cannot use --states ${where}. ${ways}`)
}

/** Values that were prepared for a provider that cannot be changed: of each state an object, or a list, one for each use. */
async function statesInMap(path: string): Promise<StatesSource> {
  const map = await readFile(path, 'utf8')
    .then(parseJson)
    .catch((error: Error) => {
      throw new ToolError(`Cannot read the states of ${path}: ${error.message}`)
    })
  if (!isObject(map))
    throw new ToolError(
      `Cannot use the states of ${path}: it must be an object such as {"a pending order": {"orderId": 7}}.`,
    )
  const uses = new Map<string, number>()
  return {
    names: Object.keys(map),
    setUp: async (name) => {
      const entries = objectsIn([map[name] ?? []].flat())
      const used = uses.get(name) ?? 0
      uses.set(name, used + 1)
      const entry = entries[findProviderState(name)?.isUsedUp === true ? used : used % entries.length]
      return entry ?? `${path} has no${used === 0 ? '' : ' more'} values for "${name}"`
    },
  }
}

/**
 * What a provider answered to a request for a state, with its id as a decimal string.
 *
 * @throws {ToolError} exit code 3, if an id that belongs to the state is missing, has lost digits or is not large where it must be
 */
function withExactId(name: string, values: StateValues): StateValues {
  const { returns: member, above } = findProviderState(name) ?? {}
  if (member === undefined) return values
  const id = toInt64(values[member])
  if (id === undefined) throw stateError(name, `its answer has no usable ${member}: ${describe(values[member])}`)
  if (above !== undefined && id <= above) throw stateError(name, `its ${member} ${id} is not above ${above}`)
  return { ...values, [member]: id.toString() }
}

function describe(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (typeof value === 'number') return `${value} is not an exact int64 (give ids beyond 2^53 as decimal strings)`
  return `${inspect(value, { depth: 1, breakLength: Infinity, maxStringLength: 200 })} is not an int64`
}

/** What may be a mistake in the names of the states; pacts of one's own may have states of their own. */
export function hintsOnStates({ names = [] }: ProviderStates, { states, pacts, broker }: RunPlan): string[] {
  const hasOwnPacts = pacts.length > 0 || broker.url !== undefined
  return names.flatMap((name) => {
    const question = didYouMean(name, Object.keys(providerStates))
    if (findProviderState(name) !== undefined || (question === '' && hasOwnPacts)) return []
    return [`${states} has "${name}", which is not a state of the contract.${question}`]
  })
}
