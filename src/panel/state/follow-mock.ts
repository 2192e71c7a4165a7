import type { ControlEvent } from '../../control-client/index.js'
import { applyEvents } from './apply-events.js'
import { loadAll, loadSomeOrders } from './load.js'
import { mockHere } from './mock-here.js'
import type { PanelModel } from './panel-model.js'
import { sandboxNowMs } from './sandbox-clock.js'

const RETRY_MS = [250, 500, 1000, 2000, 5000]
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
export async function followMock(model: PanelModel): Promise<void> {
  let failures = 0
  while (model.state.access === 'open') {
    await followOnce(model, () => (failures = 0)).catch((error: unknown) => model.noteRefusal(error))
    if (model.state.access !== 'open' || (await becameVisible())) continue
    model.update({ connection: 'lost' })
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures += 1
  }
}

async function followOnce(model: PanelModel, onLive: () => void): Promise<void> {
  const end = new AbortController()
  document.addEventListener('visibilitychange', () => document.hidden && end.abort(), { signal: end.signal })
  // One burst after the other, so that an answer that comes late never overwrites a newer one.
  let applied: Promise<void> | undefined
  const apply = (work: () => Promise<void>): void => {
    applied = (applied ?? Promise.resolve()).then(work)
    applied.catch((error: unknown) => end.abort(error))
  }
  // The stream is opened first, so that nothing happens unnoticed between loading and following.
  const open = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.ok) apply(() => loadAnew(model).then(onLive))
    return new Response(response.body?.pipeThrough(watchdog(end)) ?? null, response)
  }
  const waiting: ControlEvent[] = []
  try {
    for await (const event of mockHere({ fetch: open }).events({ signal: end.signal })) {
      if (waiting.push(event) > 1) continue
      apply(() => pause(GATHER_MS).then(() => applyEvents(model, waiting.splice(0))))
    }
  } finally {
    end.abort()
  }
}

/** What the mock was asked before may be gone with it. */
async function loadAnew(model: PanelModel): Promise<void> {
  await loadAll(model)
  // What failed for want of a connection is over; what a link in the address lacks is not.
  const failure = model.state.connection === 'lost' ? '' : model.state.failure
  model.update({ connection: 'live', failure, notice: undefined })
}

/** Passes on what comes, and ends it all when nothing comes any more. */
function watchdog(end: AbortController): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let timer = setTimeout(() => end.abort(), SILENT_MS)
  end.signal.addEventListener('abort', () => clearTimeout(timer))
  return new TransformStream({
    transform: (chunk, controller) => {
      clearTimeout(timer)
      timer = setTimeout(() => end.abort(), SILENT_MS)
      controller.enqueue(chunk)
    },
  })
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
 * Each second, looks at the pending orders that the sandbox's clock ships: the mock tells of that only when the clock is
 * moved.
 */
export function followTime(model: PanelModel): void {
  setInterval(() => {
    const { contents } = model.state
    model.now.value = Date.now()
    if (contents === undefined || contents.clock.frozen) return
    const nowMs = sandboxNowMs(contents.clock) - MARGIN_MS
    const due = contents.orders.filter(({ dueMs = Infinity }) => dueMs <= nowMs).map(({ digits }) => digits)
    // A mock that does not answer is noticed by who follows its events.
    loadSomeOrders(model, new Set(due)).catch(() => {})
  }, 1000)
}
