import { inspect } from 'node:util'
import { ToolError } from '../../input/index.js'
import { findProviderState, toInt64 } from '../../spec/index.js'
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
  /** Those that are given, where that is known before one is asked for. */
  readonly names?: readonly string[]
  /** The request that sets the state up, where there is one. */
  readonly request?: (name: string, params?: StateParams) => CurlRequest
}

/** What the handler of a state may return: values, or `undefined` if the provider cannot reach the state. */
export type StateAnswer = Readonly<Record<string, unknown>> | undefined

/**
 * Reads what a provider answered to a request for a state: ids become decimal strings.
 *
 * @throws {ToolError} exit code 3, if an id that belongs to the state is missing, has lost digits or is not large where it must be
 */
export function readyState(name: string, values: NonNullable<StateAnswer>): StateResult {
  const { returns: member, above } = findProviderState(name) ?? {}
  if (member === undefined) return { kind: 'ready', values }
  const id = toInt64(values[member])
  if (id === undefined) throw stateError(name, `its answer has no usable ${member}: ${describe(values[member])}`)
  if (above !== undefined && id <= above) throw stateError(name, `its ${member} ${id} is not above ${above}`)
  return { kind: 'ready', values: { ...values, [member]: id.toString() } }
}

/** A state that silently did not happen would make every result after it worthless. */
export function stateError(name: string, reason: string, action: StateAction = 'setup'): ToolError {
  const attempted = action === 'setup' ? 'set up' : 'tear down'
  return new ToolError(`Cannot ${attempted} the state "${name}": ${reason}. See contracts/provider-states.md.`, 3)
}

function describe(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (typeof value === 'number') return `${value} is not an exact int64 (give ids beyond 2^53 as decimal strings)`
  return `${inspect(value, { depth: 1, breakLength: Infinity, maxStringLength: 200 })} is not an int64`
}
