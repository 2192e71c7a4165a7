import { type Exchange, findOperation, NoAnswerError } from '../../contract/index.js'
import { toInt64 } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import type { ConnectedProvider, Provider } from '../provider.js'
import type { LoggedRequest, LoggedState, Happened } from '../run-log.js'
import { type ScriptCall, type ScriptEvent, scriptLines, type ScriptOptions } from '../script/script.js'

/** What was found wrong with an answer of the run. */
export interface RunFinding {
  readonly entry: LoggedRequest
  readonly expected: string
  /** The order that shows it in a list. */
  readonly orderId?: bigint | undefined
  readonly isVerbose?: ScriptOptions['isVerbose']
  /** Whether another answer, or its absence, shows the same. */
  readonly isShownBy: (exchange: Exchange | undefined, ids: readonly bigint[]) => boolean
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

// As much of the run as anybody would paste.
const MAX_EVENTS = 40

/**
 * The lines that show the finding again. What led to the answer is tried out, from an emptied store if there is a state
 * for that: first what is likely to do, then more and more of the run.
 */
export async function repeatFinding(provider: ConnectedProvider, finding: RunFinding): Promise<Lines> {
  if (provider.states.available) {
    for (const history of historiesOf(provider.log, finding)) {
      const events = await replay(provider, history, finding)
      if (events !== undefined) return linesOf(events, provider, finding)
    }
  }
  return tellFinding(provider, finding)
}

/** The lines that are likely to show the finding again. */
export function tellFinding(provider: ConnectedProvider, finding: RunFinding): Lines {
  const histories = historiesOf(provider.log, finding)
  // Untried, an answer is more likely to come again from a state than from a store as it happens to be.
  const history = histories.find((events) => events.some(isState)) ?? histories[0] ?? []
  return linesOf(history.map(asItWas), provider, finding)
}

function linesOf(events: readonly ScriptEvent[], provider: Provider, { expected, isVerbose }: RunFinding): Lines {
  const states = events.flatMap((event) => (event.kind === 'state' ? [event.name] : []))
  return { steps: scriptLines(events, { states: provider.states, expected, isVerbose }), states: [...new Set(states)] }
}

/** The events of the run that may have led to the answer, the shortest history first. */
function historiesOf({ states, requests }: Happened, { entry, orderId }: RunFinding): LoggedEvent[][] {
  const id = findOperation(entry.request)?.id ?? orderId
  const before = [...states, ...requests]
    .filter((event) => placeOf(event) < entry.begun)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const own = before.findLastIndex((event) => isState(event) && idOf(event) === id && id !== undefined)
  const latest = before.findLastIndex(isState)
  const onIt =
    own === -1
      ? []
      : before
          .slice(own)
          .filter((event) => (isState(event) ? event === before[own] : findOperation(event.request)?.id === id))
  const candidates = [
    ...(own === -1 ? [[]] : [before.slice(own, own + 1), onIt]),
    ...(latest === -1 ? [] : [before.slice(latest, latest + 1), before.slice(latest)]),
    ...[4, 12, MAX_EVENTS].map((count) => before.slice(-count)),
  ]
  return candidates.map((events) => [...events, entry])
}

/** Does it all again; `undefined` if the finding does not show. */
async function replay(
  provider: Provider,
  history: readonly LoggedEvent[],
  { isShownBy }: RunFinding,
): Promise<ScriptEvent[] | undefined> {
  const { states } = provider
  await states.setUp('no orders')
  const ids = new Map<string, string>()
  const events: ScriptEvent[] = []
  let last: Exchange | undefined
  for (const event of history) {
    if (isState(event)) {
      const reached = await states.setUp(event.name, event.params)
      if (reached.kind === 'skipped') return undefined
      const [was, is] = [idOf(event), idOf(reached)]
      if (was !== undefined && is !== undefined) ids.set(`${was}`, `${is}`)
      events.push({ kind: 'state', name: event.name, params: event.params, values: reached.values })
    } else {
      const { method, headers, path } = event.request
      const sent = await send(provider, {
        method,
        headers,
        path: path.replace(/(?<=\/)-?\d+/, (id) => ids.get(id) ?? id),
      })
      last = sent.exchange
      events.push({ kind: 'calls', calls: [sent.call] })
    }
  }
  const reachedStates = history.filter(isState)
  await Promise.all(reachedStates.map(({ name, params }) => states.tearDown(name, params)))
  return isShownBy(last, [...ids.values()].map(BigInt)) ? events : undefined
}

async function send(
  provider: Provider,
  request: Parameters<Provider['send']>[0],
): Promise<{ exchange: Exchange | undefined; call: ScriptCall }> {
  try {
    const exchange = await provider.send(request)
    return { exchange, call: callOf({ request: exchange.request, exchange }) }
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    return { exchange: undefined, call: callOf({ request: error.request, silence: error.reason }) }
  }
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

function placeOf(event: LoggedEvent): number {
  return isState(event) ? event.at : event.begun
}

function idOf({ values }: Pick<LoggedState, 'values'>): bigint | undefined {
  return toInt64(values['orderId'] ?? values['petId'])
}
