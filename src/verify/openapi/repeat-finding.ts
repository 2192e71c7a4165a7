import { type Exchange, findOperation, NoAnswerError } from '../../contract/index.js'
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
const MAX_EVENTS = 12

/**
 * The lines that show the finding again, from an emptied store if there is a state for that; where they do not, they say
 * so. Whether they do is tried out.
 */
export async function repeatFinding(provider: ConnectedProvider, finding: RunFinding): Promise<Lines> {
  if (!provider.states.available) return tellFinding(provider, finding)
  for (const history of historiesOf(provider.log, finding)) {
    const events = await replay(provider, history, finding)
    if (events !== undefined) return linesOf(events, provider, finding)
  }
  const { steps, ...rest } = tellFinding(provider, finding)
  return { ...rest, steps: elsewhere('These steps alone did not show it again.', steps) }
}

/** The lines that are likely to show the finding again. */
export function tellFinding(provider: ConnectedProvider, finding: RunFinding): Lines {
  const [history = []] = historiesOf(provider.log, finding)
  return linesOf(history.map(asItWas), provider, finding)
}

function linesOf(events: readonly ScriptEvent[], provider: Provider, { expected, isVerbose }: RunFinding): Lines {
  const states = events.flatMap((event) => (event.kind === 'state' ? [event.name] : []))
  return { steps: scriptLines(events, { states: provider.states, expected, isVerbose }), states: [...new Set(states)] }
}

/** What of the run may have led to the answer: the state of its order, with what was done to that; or the last states and requests. */
function historiesOf({ states, requests }: Happened, { entry, orderId }: RunFinding): LoggedEvent[][] {
  const id = findOperation(entry.request)?.id ?? orderId
  const before = [...states, ...requests]
    .filter((event) => placeOf(event) < entry.begun)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const own = before.findLastIndex((event) => isState(event) && idOf(event) === id && id !== undefined)
  const latest = before.findLastIndex(isState)
  const onIt = before.filter((event, at) => at > own && !isState(event) && findOperation(event.request)?.id === id)
  const [state, since] = own === -1 ? [latest, before.slice(latest + 1)] : [own, onIt]
  const histories = [before.slice(state, state + 1), [...before.slice(state, state + 1), ...since.slice(-MAX_EVENTS)]]
  const bare = own === -1 ? [[]] : []
  return [...histories.filter(() => state !== -1), ...bare].map((events) => [...events, entry])
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
