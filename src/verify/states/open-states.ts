import { inspect } from 'node:util'
import { Slots } from '../../contract/index.js'
import { didYouMean, ToolError } from '../../input/index.js'
import { findProviderState, providerStates, toInt64 } from '../../spec/index.js'
import { NO_STATES_REASON } from '../check.js'
import type { RunPlan } from '../verify-options.js'
import { statesInMap } from './map-states.js'
import { statesInModule } from './module-states.js'
import {
  type ProviderStates,
  stateError,
  type StateResult,
  type StatesSource,
  type StateValues,
} from './provider-states.js'
import { statesByUrl, type StatesOptions } from './url-states.js'

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
 * @param where a URL that speaks Pact's protocol, a JavaScript module with a function for each state, or a JSON file with
 *   the values of each state
 * @throws {ToolError} exit code 2, if there is no such file or it cannot be read
 */
export async function openStates(
  where: string | undefined,
  timeoutMs: number,
  options: StatesOptions = {},
): Promise<ProviderStates> {
  if (where === undefined) return NO_STATES
  const source = await sourceOf(where, timeoutMs, options)
  const turn = new Slots(1)
  return {
    ...source,
    available: true,
    setUp: (name, params = {}) => turn.use(1, async () => readResult(name, await source.setUp(name, params))),
    tearDown: (name, params = {}) => turn.use(1, async () => source.tearDown?.(name, params)),
  }
}

async function sourceOf(where: string, timeoutMs: number, options: StatesOptions): Promise<StatesSource> {
  if (/^https?:\/\//i.test(where)) return statesByUrl(where, timeoutMs, options)
  if (/\.json$/i.test(where)) return statesInMap(where)
  if (/\.[cm]?js$/i.test(where)) return statesInModule(where, timeoutMs)
  throw new ToolError(
    `Cannot use --states ${where}. Give a URL (http://…), a module (.mjs) or a map of fixed values (.json).`,
  )
}

/**
 * Reads what a provider answered to a request for a state: ids become decimal strings.
 *
 * @throws {ToolError} exit code 3, if an id that belongs to the state is missing, has lost digits or is not large where it must be
 */
function readResult(name: string, values: StateValues | string): StateResult {
  if (typeof values === 'string') return { kind: 'skipped', reason: values }
  const { returns: member, above } = findProviderState(name) ?? {}
  if (member === undefined) return { kind: 'ready', values }
  const id = toInt64(values[member])
  if (id === undefined) throw stateError(name, `its answer has no usable ${member}: ${describe(values[member])}`)
  if (above !== undefined && id <= above) throw stateError(name, `its ${member} ${id} is not above ${above}`)
  return { kind: 'ready', values: { ...values, [member]: id.toString() } }
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
