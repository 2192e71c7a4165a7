import { type Route, Slots } from '../../contract/index.js'
import { didYouMean, ToolError } from '../../input/index.js'
import { findProviderState, providerStates } from '../../spec/index.js'
import { NO_STATES_REASON } from '../check.js'
import { Pacer } from '../pacer.js'
import { statesInMap } from './map-states.js'
import { statesInModule } from './module-states.js'
import type { ProviderStates } from './provider-states.js'
import { statesByUrl } from './url-states.js'

/** A run without `--states`: every state is skipped, so nothing in the provider is changed. */
export const NO_STATES: ProviderStates = {
  available: false,
  setUp: async (name) => ({ kind: 'skipped', reason: `the state "${name}" cannot be set up: ${NO_STATES_REASON}` }),
  tearDown: async () => {},
}

type Headers = Readonly<Record<string, string>>

/**
 * Finds out how to reach the provider's states: a URL that speaks Pact's protocol, a JavaScript module with a
 * function for each state, or a JSON file with the values of each state.
 *
 * @param options.headers sent with every request to a URL of states
 * @throws {ToolError} exit code 2, if there is no such file or it cannot be read
 */
export async function openStates(
  where: string | undefined,
  timeoutMs: number,
  { headers = {}, pacer = new Pacer(), route }: { headers?: Headers; pacer?: Pacer; route?: Route } = {},
): Promise<ProviderStates> {
  if (where === undefined) return NO_STATES
  if (/^https?:\/\//i.test(where)) return inTurn(statesByUrl(where, { timeoutMs, route }, headers, pacer))
  if (/\.json$/i.test(where)) return inTurn(await statesInMap(where))
  if (/\.[cm]?js$/i.test(where)) return inTurn(await statesInModule(where, timeoutMs))
  throw new ToolError(
    `Cannot use --states ${where}. Give a URL (http://…), a module (.mjs) or a map of fixed values (.json).`,
  )
}

/**
 * What may be a mistake in the names of the states that are given.
 *
 * @param hasOwnPacts whether pacts are verified beside the contract's, which may have states of their own
 */
export function hintsOnStates({ names = [] }: ProviderStates, where: string, hasOwnPacts: boolean): string[] {
  return names.flatMap((name) => {
    if (findProviderState(name) !== undefined) return []
    const question = didYouMean(name, Object.keys(providerStates))
    return question === '' && hasOwnPacts
      ? []
      : [`${where} has "${name}", which is not a state of the contract.${question}`]
  })
}

/** One state after another, whatever runs side by side: handlers of states are written like tests, not like servers. */
function inTurn(states: ProviderStates): ProviderStates {
  const turn = new Slots(1)
  return {
    ...states,
    setUp: (name, params) => turn.use(1, () => states.setUp(name, params)),
    tearDown: (name, params) => turn.use(1, () => states.tearDown(name, params)),
  }
}
