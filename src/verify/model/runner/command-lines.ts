import { type ScriptCall, type ScriptEvent, scriptLines } from '../../script/script.js'
import type { ListClue } from '../../script/list-filters.js'
import { expression, type ShellText } from '../../script/shell-text.js'
import { operations } from '../../../spec/index.js'
import type { Provider } from '../../provider.js'
import { type AnsweredCall, describeAnswer, hasRightKey, type Violation } from '../oracle/violation.js'
import { listOf } from '../oracle/validate-lists.js'
import { alikeIdInShell, nearIdInShell } from './near-id-in-shell.js'
import type { SequenceEvent } from './run-sequence.js'

// An object in an object.
const NESTED = /\{[^{}]*\{/

/** The lines that show a violation again. */
export function commandLines(events: readonly SequenceEvent[], violation: Violation, real: Provider): string[] {
  const { rule, expected, clue } = violation
  const answers = events.flatMap((event) => (event.kind === 'answers' ? event.answers : []))
  const isAboutKeys = rule.startsWith('wrong-key-') && !answers.some(hasRightKey)
  const own = events.map((event) => scriptEvent(event, clue))
  const script = [...(isAboutKeys ? [listWithRightKey(real)] : []), ...own]
  return scriptLines(script, { expected, clue, states: real.states })
}

// A provider may let everybody in once the right key was used, as this run did at its very start.
function listWithRightKey({ baseUrl, apiKey, secrets }: Provider): ScriptEvent {
  const { method, path } = operations.listOrders
  const request = { method, path, url: baseUrl + path, headers: { Authorization: `Bearer ${apiKey}` } }
  return { kind: 'calls', calls: [{ request: secrets.tell(request), answer: 'with the right key', isAnswered: true }] }
}

function scriptEvent(event: SequenceEvent, clue: ListClue | undefined): ScriptEvent {
  if (event.kind === 'waited') return event
  if (event.kind === 'answers') return { kind: 'calls', calls: event.answers.map((each) => scriptCall(each, clue)) }
  const { state, params } = event.step
  return { kind: 'state', name: state, params, values: event.reached.values }
}

function scriptCall(answered: AnsweredCall, clue: ListClue | undefined): ScriptCall {
  const { call, outcome, status } = answered
  const list = clue?.kind === 'count' ? listOf(answered) : undefined
  return {
    request: outcome.request,
    // What the line prints.
    answer: list === undefined ? describeAnswer(answered) : `${list.length} orders`,
    isAnswered: status !== undefined,
    isList: call.operation === 'listOrders',
    isNested: !(outcome instanceof Error) && NESTED.test(outcome.response.body),
    ...idFrom(answered),
  }
}

type IdFrom = Pick<ScriptCall, 'idFrom' | 'listedAs'>

function idFrom(answered: AnsweredCall): IdFrom {
  const { call, target } = answered
  if (call.operation !== 'cancelOrder' || target === undefined || target.kind === 'absent') return {}
  const order = target.kind === 'known' ? target.order : target.near
  if (order === undefined) return {}
  const { id } = order
  const reference = call.order
  if (reference.kind === 'member') return idFromMember(answered, reference.name)
  if (reference.kind === 'near' || reference.kind === 'misread') {
    const inShell = nearIdInShell(reference.kind === 'near' ? reference.by : reference.as, id)
    return inShell === undefined ? {} : { idFrom: { id, inShell } }
  }
  const known = { idFrom: { id, inShell: asItIs } }
  if (reference.kind === 'alike' && target.kind === 'known' && target.near !== undefined) {
    const inShell = alikeIdInShell(target.near.id, id)
    return inShell === undefined ? known : { idFrom: { id: target.near.id, inShell } }
  }
  return reference.kind === 'listed' ? { ...known, listedAs: { index: reference.index } } : known
}

function idFromMember({ request, target }: AnsweredCall, member: string): IdFrom {
  const holder = target !== undefined && 'near' in target ? target.near : undefined
  if (holder === undefined) return {}
  const id = BigInt(request.path.slice(request.path.lastIndexOf('/') + 1))
  return { idFrom: { id, inShell: asItIs }, listedAs: { member, of: holder.id } }
}

function asItIs(name: string): ShellText {
  return [expression(`$${name}`)]
}
