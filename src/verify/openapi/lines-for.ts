import { findOperation } from '../../contract/index.js'
import { toInt64 } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import type { LoggedRequest, LoggedState } from '../run-log.js'
import { elsewhere, scriptLines, type ScriptOptions } from '../script/script.js'

// As many requests as anybody would paste.
const MAX_REQUESTS = 12

/**
 * The lines that are likely to show again what was found wrong with an answer of the run: what may have led to it is the
 * state of its order and what was done to that, or the last state.
 *
 * @param shown.orderId the order that shows it in a list
 */
export function linesFor(
  { log, states }: Provider,
  entry: LoggedRequest,
  expected: string,
  { orderId, isVerbose }: Pick<ScriptOptions, 'isVerbose'> & { readonly orderId?: bigint | undefined } = {},
): Pick<CheckResult, 'steps' | 'states'> {
  const id = findOperation(entry.answer.request)?.id ?? orderId
  const earlier = log.states.filter(({ at }) => at < entry.begun)
  const own = earlier.findLast((state) => id !== undefined && idOf(state) === id)
  const onIt = log.requests.filter(
    ({ answer, begun }) => own && begun > own.at && begun < entry.begun && findOperation(answer.request)?.id === id,
  )
  const state = own ?? earlier.at(-1)
  const before = state === undefined ? [] : [state]
  const answers = [...onIt.slice(-MAX_REQUESTS), entry].map((each) => ({ kind: 'answers' as const, answers: [each] }))
  const steps = scriptLines([...before, ...answers], { states, expected, isVerbose })
  return { states: before.map(({ name }) => name), steps: elsewhere('These lines have not been tried.', steps) }
}

function idOf({ values }: LoggedState): bigint | undefined {
  return toInt64(values['orderId'] ?? values['petId'])
}
