import type { ControlEvent } from '../../control-client/index.js'
import { applyEvents } from './apply-events.js'
import { loadSandbox, loadSandboxes, loadScenarios, loadSomeOrders } from './load.js'
import { mockHere } from './mock-here.js'
import { noteRefusal, nowMsOf, realNow, state, update } from './panel-state.js'

const RETRY_MS = [250, 500, 1000, 2000]
/** The mock says something every 15 seconds; a stream that is silent for longer is dead. */
const SILENT_MS = 40_000
/** Events that come within this time are applied together. */
const GATHER_MS = 40
/** A little late is better than a little early: then the order would be asked for twice. */
const MARGIN_MS = 50

/**
 * Keeps the page up to date until the control API refuses it: loads everything, follows the events, and starts again
 * whenever the connection is lost. A hidden page lets go of its connection, of which a browser has only six for a host.
 */
export async function followMock(): Promise<void> {
  let failures = 0
  while (state.value.access === 'open') {
    await followOnce(() => (failures = 0)).catch(noteRefusal)
    if (state.value.access !== 'open' || (await becameVisible())) continue
    update({ connection: 'lost' })
    await pause(RETRY_MS[failures] ?? 5000)
    failures += 1
  }
}

async function followOnce(onLive: () => void): Promise<void> {
  const end = new AbortController()
  document.addEventListener('visibilitychange', () => document.hidden && end.abort(), { signal: end.signal })
  // One burst after the other, so that an answer that comes late never overwrites a newer one.
  let applied = Promise.resolve()
  const apply = (work: () => Promise<void>): void => {
    applied = applied.then(work)
    applied.catch((error: unknown) => end.abort(error))
  }
  // The stream is opened first, so that nothing happens unnoticed between loading and following.
  const open = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.ok) apply(() => loadAnew().then(onLive))
    return new Response(response.body?.pipeThrough(watchdog(end)) ?? null, response)
  }
  const waiting: ControlEvent[] = []
  try {
    for await (const event of mockHere({ fetch: open }).events({ signal: end.signal })) {
      if (waiting.push(event) > 1) continue
      apply(() => pause(GATHER_MS).then(() => applyEvents(waiting.splice(0))))
    }
  } finally {
    end.abort()
  }
}

/** A mock that was restarted may have lost what the page knows of it. */
async function loadAnew(): Promise<void> {
  await loadSandbox()
  await Promise.all([loadSandboxes(), loadScenarios()])
  // A failure for lack of a connection is over; that of a damaged link in the address is not.
  const failure = state.value.connection === 'lost' ? '' : state.value.failure
  update({ connection: 'live', failure, notice: undefined })
}

/** Passes on what comes, and ends it all when nothing comes any more. */
function watchdog(end: AbortController) {
  let timer = setTimeout(() => end.abort(), SILENT_MS)
  const transform = (chunk: Uint8Array<ArrayBuffer>, to: TransformStreamDefaultController): void => {
    clearTimeout(timer)
    timer = setTimeout(() => end.abort(), SILENT_MS)
    to.enqueue(chunk)
  }
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({ transform })
}

/** Whether the page was hidden; then it waits until the page is shown again. */
async function becameVisible(): Promise<boolean> {
  if (!document.hidden) return false
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  return true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Each second, looks at the pending orders that the sandbox's clock ships: the mock reports that only when the clock is
 * moved.
 */
export function followTime(): void {
  setInterval(() => {
    const { contents } = state.value
    realNow.value = Date.now()
    if (contents === undefined || contents.clock.frozen) return
    const nowMs = nowMsOf(contents.clock) - MARGIN_MS
    const due = contents.orders.filter(({ dueMs = Infinity }) => dueMs <= nowMs).map(({ digits }) => digits)
    // A mock that does not answer is noticed by who follows its events.
    loadSomeOrders(new Set(due)).catch(() => {})
  }, 1000)
}
