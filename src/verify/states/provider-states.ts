import { ToolError } from '../../input/index.js'
import type { CurlRequest } from '../script/curl.js'

/** A state that was set up, and the values to build requests from. */
export interface ReachedState {
  readonly kind: 'state'
  readonly name: string
  readonly params?: StateParams | undefined
  readonly values: StateValues
}

/** A state that was asked for: reached, or why it is not available. */
export type StateResult = ReachedState | { readonly kind: 'skipped'; readonly reason: string }

/** What a provider answers to a request for a state. */
export type StateValues = Readonly<Record<string, unknown>>

/** Parameters of a state, such as `{ count: 250 }`. */
export type StateParams = Readonly<Record<string, unknown>>

/** The way to bring the provider into the states of `contracts/provider-states.md`. */
export interface ProviderStates extends Pick<StatesSource, 'names' | 'request'> {
  /** False in a run without `--states`: then every `setUp` is skipped. */
  readonly available: boolean
  /** @throws {ToolError} exit code 3, if the state could not be set up for any reason but "not supported" */
  setUp(name: string, params?: StateParams): Promise<StateResult>
  /** Releases a state; the provider may have nothing to tear down. */
  tearDown(name: string, params?: StateParams): Promise<void>
}

/** What `--states` names. */
export interface StatesSource {
  /** Those that are given, where that is known before one is asked for. */
  readonly names?: readonly string[]
  /** The request that sets the state up, where there is one. */
  readonly request?: (name: string, params?: StateParams) => CurlRequest
  /** @returns a text if the provider cannot reach the state: why */
  setUp(name: string, params: StateParams): Promise<StateValues | string>
  tearDown?(name: string, params: StateParams): Promise<void>
}

/** A state that silently did not happen would make every result after it worthless. */
export function stateError(name: string, reason: string, action: 'setup' | 'teardown' = 'setup'): ToolError {
  const attempted = action === 'setup' ? 'set up' : 'tear down'
  return new ToolError(`Cannot ${attempted} the state "${name}": ${reason}. See contracts/provider-states.md.`, 3)
}
