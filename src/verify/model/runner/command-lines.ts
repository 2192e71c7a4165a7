import { type ScriptCall, type ScriptEvent, scriptLines } from '../../script/script.js'
import type { ListClue } from '../../script/list-filters.js'
import type { Provider } from '../../provider.js'
import { listOf } from '../oracle/list-orders.js'
import { type AnsweredCall, describeAnswer } from '../oracle/violation.js'
import type { Counterexample } from './confirm.js'
import type { SequenceEvent } from './run-sequence.js'

// An object in an object.
const NESTED = /\{[^{}]*\{/

const ELSEWHERE =
  '# Show it again with: orders-mock verify --rerun report.json, of a report in JSON (--report json=report.json).'

/** The lines that show a violation again, and where they may not, what does. */
export function commandLines({ events, violation, isRepeated }: Counterexample, real: Provider): string[] {
  const { expected, clue } = violation
  const lines = scriptLines(
    events.map((event) => scriptEvent(event, clue)),
    { expected, clue, states: real.states },
  )
  const reason = reasonForDoubt(events, isRepeated)
  return reason === undefined ? lines : [`# ${reason}`, ELSEWHERE, ...lines]
}

function reasonForDoubt(events: readonly SequenceEvent[], isRepeated: boolean): string | undefined {
  if (!isRepeated) return 'These steps alone did not show it again.'
  const calls = events.flatMap((event) => (event.kind === 'answers' ? event.answers : []))
  if (calls.some(({ call }) => call.operation === 'cancelOrder' && !FROM_STATE.has(call.order.kind)))
    return 'These lines hold ids of this run, which are others on a provider that starts anew.'
  if (events.some((event) => event.kind === 'answers' && event.answers.length > 1))
    return 'Requests that meet do not do so each time.'
  return undefined
}

// Ids that a state answers or a list shows, and those that are the same everywhere.
const FROM_STATE: ReadonlySet<string> = new Set(['known', 'listed', 'extreme', 'drawn', 'malformed'])

function scriptEvent(event: SequenceEvent, clue: ListClue | undefined): ScriptEvent {
  if (event.kind === 'waited') return event
  if (event.kind === 'answers') return { kind: 'calls', calls: event.answers.map((each) => scriptCall(each, clue)) }
  const { state, params } = event.step
  return { kind: 'state', name: state, params, values: event.reached.values }
}

function scriptCall(answered: AnsweredCall, clue: ListClue | undefined): ScriptCall {
  const { call, outcome, status, target } = answered
  const list = clue?.kind === 'count' ? listOf(answered) : undefined
  const order = target?.kind === 'order' ? target.order : undefined
  const isListed = call.operation === 'cancelOrder' && call.order.kind === 'listed'
  return {
    request: outcome.request,
    // What the line prints.
    answer: list === undefined ? describeAnswer(answered) : `${list.length} orders`,
    isAnswered: status !== undefined,
    isList: call.operation === 'listOrders',
    isNested: !(outcome instanceof Error) && NESTED.test(outcome.response.body),
    ...(order && isListed && { listed: { id: order.id, index: call.order.index } }),
  }
}
