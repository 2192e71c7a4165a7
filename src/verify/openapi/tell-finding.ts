import { findOperation } from '../../contract/index.js'
import { toInt64 } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import type { ConnectedProvider } from '../provider.js'
import type { Happened, LoggedRequest, LoggedState } from '../run-log.js'
import { elsewhere, type ScriptCall, scriptLines, type ScriptOptions } from '../script/script.js'

/** What was found wrong with an answer of the run. */
export interface RunFinding {
  readonly entry: LoggedRequest
  readonly expected: string
  /** The order that shows it in a list. */
  readonly orderId?: bigint | undefined
  readonly isVerbose?: ScriptOptions['isVerbose']
}

/** A result, and for a failed one how to find the same again. */
export interface Verdict {
  readonly result: CheckResult
  readonly finding?: RunFinding
}

// As many requests as anybody would paste.
const MAX_REQUESTS = 12

/** The lines that are likely to show the finding again. */
export function tellFinding(
  { log, states }: ConnectedProvider,
  finding: RunFinding,
): Pick<CheckResult, 'steps' | 'states'> {
  const { expected, isVerbose } = finding
  const [state, requests] = historyOf(log, finding)
  const before = state === undefined ? [] : [{ ...state, kind: 'state' as const }]
  const calls = requests.map((entry) => ({ kind: 'calls' as const, calls: [callOf(entry)] }))
  const steps = scriptLines([...before, ...calls], { states, expected, isVerbose })
  return { states: before.map(({ name }) => name), steps: elsewhere('These lines have not been tried.', steps) }
}

/** What of the run may have led to the answer: the state of its order and what was done to that, or the last state. */
function historyOf(
  { states, requests }: Happened,
  { entry, orderId }: RunFinding,
): [state: LoggedState | undefined, requests: readonly LoggedRequest[]] {
  const id = findOperation(entry.request)?.id ?? orderId
  const before = states.filter(({ at }) => at < entry.begun)
  const own = before.findLast((state) => id !== undefined && idOf(state) === id)
  const onIt = requests.filter(
    ({ request, begun }) => own && begun > own.at && begun < entry.begun && findOperation(request)?.id === id,
  )
  return [own ?? before.at(-1), [...onIt.slice(-MAX_REQUESTS), entry]]
}

function callOf({ request, exchange, silence }: LoggedRequest): ScriptCall {
  const answer = exchange === undefined ? `no answer (${silence})` : `${exchange.response.status}`
  return { request, answer, isAnswered: exchange !== undefined }
}

function idOf({ values }: LoggedState): bigint | undefined {
  return toInt64(values['orderId'] ?? values['petId'])
}
