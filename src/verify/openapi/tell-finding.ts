import { findOperation } from '../../contract/index.js'
import { toInt64 } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import type { ConnectedProvider, Provider } from '../provider.js'
import type { LoggedRequest, LoggedState, Happened } from '../run-log.js'
import { elsewhere, type ScriptCall, type ScriptEvent, scriptLines, type ScriptOptions } from '../script/script.js'

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

type LoggedEvent = LoggedState | LoggedRequest

interface Lines {
  readonly steps: string[]
  readonly states: string[]
}

// As many requests as anybody would paste.
const MAX_EVENTS = 12

/** The lines that are likely to show the finding again. */
export function tellFinding(provider: ConnectedProvider, finding: RunFinding): Lines {
  const { steps, ...rest } = linesOf(historyOf(provider.log, finding).map(asItWas), provider, finding)
  return { ...rest, steps: elsewhere('These lines have not been tried.', steps) }
}

function linesOf(events: readonly ScriptEvent[], provider: Provider, { expected, isVerbose }: RunFinding): Lines {
  const states = events.flatMap((event) => (event.kind === 'state' ? [event.name] : []))
  return { steps: scriptLines(events, { states: provider.states, expected, isVerbose }), states: [...new Set(states)] }
}

/** What of the run may have led to the answer: the state of its order and what was done to that, or the last state. */
function historyOf({ states, requests }: Happened, { entry, orderId }: RunFinding): LoggedEvent[] {
  const id = findOperation(entry.request)?.id ?? orderId
  const before = states.filter(({ at }) => at < entry.begun)
  const own = before.findLast((state) => id !== undefined && idOf(state) === id)
  const onIt = requests.filter(
    ({ request, begun }) => own && begun > own.at && begun < entry.begun && findOperation(request)?.id === id,
  )
  const state = own ?? before.at(-1)
  return [...(state === undefined ? [] : [state]), ...onIt.slice(-MAX_EVENTS), entry]
}

function asItWas(event: LoggedEvent): ScriptEvent {
  if (!isState(event)) return { kind: 'calls', calls: [callOf(event)] }
  return { kind: 'state', name: event.name, params: event.params, values: event.values }
}

function callOf({ request, exchange, silence }: Pick<LoggedRequest, 'request' | 'exchange' | 'silence'>): ScriptCall {
  return {
    request,
    answer: exchange === undefined ? `no answer (${silence})` : `${exchange.response.status}`,
    isAnswered: exchange !== undefined,
  }
}

function isState(event: LoggedEvent): event is LoggedState {
  return 'at' in event
}

function idOf({ values }: Pick<LoggedState, 'values'>): bigint | undefined {
  return toInt64(values['orderId'] ?? values['petId'])
}
