import pLimit from 'p-limit'
import type { AddressedRequest, KeptConnections } from '../../contract/index.js'
import { didYouMean, ToolError } from '../../input/index.js'
import { readText } from '../../node/index.js'
import { findProviderState, isObject, parseJson, providerStates, toInt64 } from '../../spec/index.js'
import { NO_STATES_REASON } from '../check.js'
import { objectsIn } from '../json-members.js'
import { type Pacer, throwIfStopped } from '../pacer.js'
import type { ReachedState, RunLog, StateValues } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { statesInModule } from './module-states.js'
import { statesByUrl } from './url-states.js'

/** A state that was asked for: reached, or why it is not available. */
export type StateResult = ReachedState | { readonly kind: 'skipped'; readonly reason: string }

/** The way to bring the provider into the states of `contracts/provider-states.md`. */
export type ProviderStates = Awaited<ReturnType<typeof openStates>>

/** What `--states` names. Its errors say why a state cannot be set up or torn down. */
interface StatesSource {
  /** The states that are offered, if that is known in advance. */
  readonly names?: readonly string[]
  /** The request that sets the state up, if there is one. */
  readonly request?: (name: string, params?: StateValues) => Omit<AddressedRequest, 'path'>
  /** How often the state can still be set up, if that is known. */
  readonly left?: (name: string) => number
  /** @returns a text if the provider cannot reach the state: why */
  readonly setUp: (name: string, params: StateValues) => Promise<StateValues | string>
  readonly tearDown?: (name: string, params: StateValues) => Promise<void>
}

/**
 * Opens the provider's states. They are set up one after another, whatever runs side by side: handlers of
 * states are written like tests, not like servers.
 * @param connections those of the provider, if it has its states at its own address: it may be asked for hundreds
 * @throws {ToolError} exit code 2, if there is no such file or it cannot be read
 */
export async function openStates(plan: RunPlan, pacer: Pacer, log: RunLog, connections?: KeptConnections) {
  const source = await sourceOf(plan, pacer, connections)
  const oneByOne = pLimit(1)
  const setUp = async (name: string, params: StateValues): Promise<StateResult> => {
    throwIfStopped(plan.signal)
    const values = await source.setUp(name, params)
    if (typeof values === 'string') return { kind: 'skipped', reason: values }
    return log.noteState({ kind: 'state', name, params, values: withExactId(name, values) })
  }
  return {
    ...source,
    /** False in a run without `--states`: then every `setUp` is skipped. */
    available: plan.states !== undefined,
    /** @throws {ToolError} exit code 3, if the state could not be set up for any reason but "not supported" */
    setUp: (name: string, params: StateValues = {}) =>
      oneByOne(() => setUp(name, params)).catch(failing('set up', name)),
    /** Releases a state; the provider may have nothing to tear down. */
    tearDown: (name: string, params: StateValues = {}) =>
      oneByOne(async () => source.tearDown?.(name, params)).catch(failing('tear down', name)),
  }
}

/** A state that silently did not happen would make every result after it worthless. */
function failing(action: string, name: string): (error: Error) => never {
  return (error) => {
    if (error instanceof ToolError) throw error
    const message = `Cannot ${action} the state "${name}": ${error.message}. See contracts/provider-states.md.`
    throw new ToolError(message, 3)
  }
}

/** What sets states up, by its name alone: nothing else decides what is run. */
export function kindOfStates(where: string): 'URL' | 'map' | 'module' | undefined {
  if (/^https?:\/\//i.test(where)) return 'URL'
  if (/\.json$/i.test(where)) return 'map'
  return /\.[cm]?js$/i.test(where) ? 'module' : undefined
}

async function sourceOf(plan: RunPlan, pacer: Pacer, connections?: KeptConnections): Promise<StatesSource> {
  const { states: where, statesTimeoutMs } = plan
  if (where === undefined) return { setUp: async (name) => `the state "${name}" cannot be set up: ${NO_STATES_REASON}` }
  const kind = kindOfStates(where)
  if (kind === 'URL') return statesByUrl(where, plan, pacer, connections)
  if (kind === 'map') return statesInMap(where)
  if (kind === 'module') return statesInModule(where, statesTimeoutMs)
  const ways = 'Use a URL (http://…), a module (.mjs) or a map of fixed values (.json).'
  throw new ToolError(`Cannot use --states ${where}. ${ways}`)
}

/** Values that were prepared for a provider that cannot be changed: of each state an object, or a list, one for each use. */
async function statesInMap(path: string): Promise<StatesSource> {
  const map = await readText(path, 'the states of')
    .then(parseJson)
    .catch((error: Error) => {
      if (error instanceof ToolError) throw error
      // The parser quotes the file, which may not be one of states.
      const at = / at position \d+/.exec(error.message)?.[0] ?? ''
      throw new ToolError(`Cannot read the states of ${path}: it is not JSON${at}.`)
    })
  if (!isObject(map)) {
    const form = 'an object such as {"a pending order": {"orderId": 7}}'
    throw new ToolError(`Cannot use the states of ${path}: it must be ${form}.`)
  }
  const uses = new Map<string, number>()
  const prepared = new Map(Object.entries(map).map(([name, values]) => [name, objectsIn([values ?? []].flat())]))
  const entriesOf = (name: string) => prepared.get(name) ?? []
  return {
    names: Object.keys(map),
    left: (name) => (isUsedUp(name) ? entriesOf(name).length - (uses.get(name) ?? 0) : Infinity),
    setUp: async (name) => {
      const entries = entriesOf(name)
      const used = uses.get(name) ?? 0
      uses.set(name, used + 1)
      const entry = entries[isUsedUp(name) ? used : used % entries.length]
      return entry ?? `${path} has no${used === 0 ? '' : ' more'} values for "${name}"`
    },
  }
}

function isUsedUp(name: string): boolean {
  return findProviderState(name)?.isUsedUp === true
}

/** The values of a provider state, with the id as a decimal string. @throws {Error} if the id is missing, has lost digits or is too small */
function withExactId(name: string, values: StateValues): StateValues {
  const { returns: member, above } = findProviderState(name) ?? {}
  if (member === undefined) return values
  const id = toInt64(values[member])
  if (id === undefined) throw new Error(`its response has no usable ${member}: ${describe(values[member])}`)
  if (above !== undefined && id <= above) throw new Error(`its ${member} ${id} is not above ${above}`)
  return { ...values, [member]: id.toString() }
}

function describe(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (typeof value === 'number') return `${value} is not an exact int64 (give ids beyond 2^53 as decimal strings)`
  // The value itself may be a secret, in a file that only looks like one of states.
  return `it is not an int64, but a ${typeof value}`
}

/** What may be a mistake in the names of the states; pacts that this run skips may have other states. */
export function hintsOnStates(
  { names = [] }: ProviderStates,
  plan: RunPlan,
  ofPacts: readonly { readonly name: string }[] = [],
) {
  const known = [...Object.keys(providerStates), ...ofPacts.map(({ name }) => name)]
  const areAllRead = plan.checks.includes('pact') && Object.values(plan.filters).flat().length === 0
  const isSure = areAllRead || (plan.pacts.length === 0 && plan.broker.url === undefined)
  const unknown = names.filter((name) => !known.includes(name) && (isSure || didYouMean(name, known) !== ''))
  return unknown.map(
    (name) => `${plan.states} has "${name}", which is not a state of the contract.${didYouMean(name, known)}`,
  )
}
