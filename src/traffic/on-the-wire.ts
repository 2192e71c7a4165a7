import type { ProviderResponse } from '../contract/index.js'
import { type HarEntry, NO_SERVER } from './har-entry.js'
import type { TrafficCheck } from './traffic-check.js'
import type { Sighting, TrafficExchange } from './traffic-exchange.js'

export interface HarStep {
  readonly seen: Sighting
  /** What it was, if it can be judged; a preflight cannot. */
  readonly exchange?: HarExchange
  readonly isReset?: boolean
}

export interface EntryStep extends HarStep {
  readonly entry: HarEntry
}

// Clocks are read to the millisecond, and not all of them round down.
export const ROUNDING_MS = 1

/**
 * One request on the wire is one exchange. A page's entry of what its service worker responded has no address of a server;
 * for each request that the worker sent on there is an entry, too.
 */
export function onTheWire(steps: readonly EntryStep[], hasAddresses: boolean, check: TrafficCheck): HarStep[] {
  const inOrder = steps.toSorted((one, other) => one.seen.startMs - other.seen.startMs)
  const [own, sent] = [
    inOrder.filter(({ entry }) => !isOfWorker(entry)),
    inOrder.filter(({ entry }) => isOfServer(entry)),
  ]
  const pages = new Map<EntryStep, EntryStep>()
  const kept = inOrder.flatMap((step): EntryStep[] => {
    const { entry, exchange } = step
    if (exchange === undefined || isOfServer(entry)) return [step]
    const worker = (isOfWorker(entry) ? own : sent).find((other) => !pages.has(other) && isSentOn(step, other))
    if (worker !== undefined) pages.set(worker, step)
    // The service worker passed on the response of the provider, as Chromium says. A script sees some of the headers only.
    else if (entry.response['_serviceWorkerResponseSource'] === 'network')
      return [{ ...step, exchange: withResponse(exchange, { headers: {} }) }]
    else if (!hasAddresses && !isOfWorker(entry)) return [step]
    check.leaveOut(worker === undefined ? NO_SERVER : 'requests that a service worker sent on')
    return []
  })
  return kept.map((step) => withBody(step, pages.get(step)))
}

/** Whether one is a page's entry, and the other that of its service worker for the same request. */
function isSentOn(page: EntryStep, worker: EntryStep): boolean {
  const [wanted, sent] = [page, worker].map(({ exchange }) => exchange?.request)
  const { startMs } = worker.seen
  const isInTime = startMs >= page.seen.startMs - ROUNDING_MS && startMs <= page.seen.endMs + ROUNDING_MS
  return isInTime && wanted?.url === sent?.url && wanted?.method === sent?.method
}

/** Whether it is a page's entry of what its service worker responded. */
function isOfWorker({ response, _fetchType }: HarEntry): boolean {
  return [
    response['_fetchedViaServiceWorker'],
    response['fromServiceWorker'],
    _fetchType === 'Service Worker',
  ].includes(true)
}

/** Whether it is certainly an entry of the wire. */
function isOfServer(entry: HarEntry): boolean {
  const { serverIPAddress, _serviceWorkerRef, _fetchType } = entry
  return !isOfWorker(entry) && Boolean(serverIPAddress || _serviceWorkerRef || _fetchType === 'Network Load')
}

type HarExchange = Omit<TrafficExchange, 'seen'>

function withResponse(exchange: HarExchange, change: Partial<ProviderResponse>): HarExchange {
  return { ...exchange, response: { ...exchange.response, ...change } }
}

/** What Playwright knows of a worker's response but the body; its page has read it, unless the length differs. */
function withBody(step: EntryStep, page: EntryStep | undefined): HarStep {
  const [mine, read] = [step, page].map((each) => each?.exchange?.response)
  const lengths = [step.entry.response.bodySize, Number(mine?.headers['content-length'])]
  if (step.exchange === undefined || mine?.isBodyUnknown !== true || read === undefined) return step
  if (mine.status !== read.status || !lengths.includes(Buffer.byteLength(read.body))) return step
  return {
    ...step,
    exchange: withResponse(step.exchange, { body: read.body, isBodyUnknown: read.isBodyUnknown === true }),
  }
}
