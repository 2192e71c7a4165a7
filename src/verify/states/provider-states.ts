import type { CurlRequest } from '../script/curl.js'

/** A state that was asked for: the values to build requests from, or why it is not available. */
export type StateResult =
  | { readonly kind: 'ready'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'skipped'; readonly reason: string }

/** What is done with a state, in the words of Pact's protocol. */
export type StateAction = 'setup' | 'teardown'

/** Parameters of a state, such as `{ count: 250 }`. */
export type StateParams = Readonly<Record<string, unknown>>

/** The way to bring the provider into the states of `contracts/provider-states.md`. */
export interface ProviderStates {
  /** False in a run without `--states`: then every `setUp` is skipped. */
  readonly available: boolean
  /** @throws {ToolError} exit code 3, if the state could not be set up for any reason but "not supported" */
  setUp(name: string, params?: StateParams): Promise<StateResult>
  /** Releases a state; the provider may have nothing to tear down. */
  tearDown(name: string, params?: StateParams): Promise<void>
  /** What may be a mistake in how the states are given. */
  readonly hints?: readonly string[]
  /** The request that sets the state up, where there is one. */
  readonly request?: (name: string, params?: StateParams) => CurlRequest
}

/** What the handler of a state may return: values, or `undefined` if the provider cannot reach the state. */
export type StateAnswer = Readonly<Record<string, unknown>> | undefined
