import type { CurlRequest } from '../curl.js'
import type { ProviderStates, StateParams } from '../states/provider-states.js'
import type { ListClue } from './list-filters.js'

/** A provider state that was set up. */
export interface ScriptState {
  readonly kind: 'state'
  readonly name: string
  readonly params?: StateParams | undefined
  readonly values: Readonly<Record<string, unknown>>
}

/** A request, and what came back in a few words. */
export interface ScriptCall {
  readonly request: CurlRequest & { readonly path: string }
  readonly answer: string
  /** Whether there was an answer at all. */
  readonly isAnswered: boolean
  /** Where the order in the path stands in the list that was read before. */
  readonly listed?: { readonly id: bigint; readonly index: number }
  readonly isList?: boolean
  /** Whether orders of the list have objects in them. */
  readonly isNested?: boolean
}

/** What happened, one after the other; the calls of one step were sent concurrently. */
export type ScriptEvent =
  | ScriptState
  | { readonly kind: 'calls'; readonly calls: readonly ScriptCall[] }
  | { readonly kind: 'waited'; readonly ms: number }

export interface ScriptOptions {
  readonly states: ProviderStates
  /** What should have come at the end. */
  readonly expected: string
  /** Whether curl must tell of bytes that it throws away, such as those after a 204. */
  readonly isVerbose?: boolean | undefined
  /** What to look for in the lists. */
  readonly clue?: ListClue | undefined
}
