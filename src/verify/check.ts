import { type AddressedRequest, type Answer, describeResponse } from '../contract/index.js'
import { curlLine } from '../shell/index.js'
import { toCurl } from './curl.js'

export const CHECK_KINDS = ['pact', 'openapi', 'model'] as const

export type CheckKind = (typeof CHECK_KINDS)[number]

/** Why checks are skipped that need a state in a run without `--states`. */
export const NO_STATES_REASON = '--states is not set'

/** Why rules are skipped that a slow provider left no time for: that is no breach. */
export const NO_TIME_REASON = 'The time budget was used up.'

/** One line of the report. */
export interface CheckResult {
  /** Stable from run to run, unique in a report, such as `model.cancelled-once`. */
  readonly id: string
  readonly kind: CheckKind
  /** What is claimed, in the present tense: "a shipped order cannot be cancelled". */
  readonly name: string
  /** The section of the specification that says so, by its title. */
  readonly clause: string
  /**
   * `note` is what the specification leaves open but a reader would want to know: it never changes the exit code.
   * `error` is a check that could not be carried out.
   */
  readonly result: 'passed' | 'failed' | 'skipped' | 'note' | 'error'
  /** Whether it is a violation of a baseline; then it is a note. */
  readonly known?: true
  /** What is wrong, for the provider's author; for a skipped check, why; for a note, what there is to know. */
  readonly message?: string
  readonly request?: AddressedRequest
  /** What the specification expects there, in its words: several rules of the model may show that one mistake. */
  readonly expectation?: string
  readonly expected?: string
  readonly actual?: string
  /** A command that sends the request again. */
  readonly curl?: string
  /** The requests that lead to the failure, one line each. */
  readonly steps?: readonly string[]
  /** The provider states that the check starts from. */
  readonly states?: readonly string[]
  /** What the authors of a pact wrote to the interaction. */
  readonly comments?: readonly string[]
  readonly durationMs: number
  /** Which of the random sequences that its seed draws showed it, from 0. */
  readonly sequence?: number
}

/** The part of a failed check about an unexpected response. */
export function failedAnswer(answer: Answer, expected: string) {
  const { request } = answer
  const actual = answer instanceof Error ? `none: ${answer.reason}` : describeResponse(answer.response)
  return { result: 'failed' as const, request, expected, actual, curl: curlLine(toCurl(request)) }
}
