import { computed } from '@preact/signals'
import type { ControlEvent } from '../../control-client/index.js'
import { applyEvents } from './apply-events.js'
import { loadSandbox, loadSandboxes, loadScenarios } from './load.js'
import { mockHere } from './mock-here.js'
import { boxHere, noteRefusal, nowMsOf, realNow, state, update } from './panel-state.js'

const RETRY_MS = 1000
/** The mock says something every 15 seconds; a stream that is silent for longer is dead. */
const SILENT_MS = 40_000
/** Events of this time are applied together. The mock sends them sooner, so a load overtakes no more than one burst. */
const GATHER_MS = 80

/**
 * Keeps the page up to date until the control API rejects it: loads everything, follows the events, and starts again
 * when the connection is lost. A hidden page closes its connection, of which a browser has only six for a host.
 */
export async function followMock(): Promise<void> {
  while (state.value.access === 'open') {
    await followOnce().catch(noteRefusal)
    if (document.hidden) await new Promise((shown) => addEventListener('visibilitychange', shown, { once: true }))
    else if (state.value.access === 'open') {
      update({ connection: 'lost' })
      await pause(RETRY_MS)
    }
  }
}

async function followOnce(): Promise<void> {
  const end = new AbortController()
  document.addEventListener('visibilitychange', () => document.hidden && end.abort(), { signal: end.signal })
  // One load or burst after the other, so that a response that comes late never overwrites what is newer.
  let applied = Promise.resolve()
  const apply = (work: () => Promise<void>): void => {
    applied = applied.then(work)
    applied.catch((error: unknown) => end.abort(error))
  }
  // The stream is opened first, so that nothing happens unnoticed between loading and following.
  const open = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.ok) {
      // Loads the sandbox at once, and each other one that the page goes to.
      const leave = computed(() => state.value.sandboxName).subscribe(() => apply(loadSandbox))
      end.signal.addEventListener('abort', leave)
      Promise.all([applied, loadAnew()]).catch((error: unknown) => end.abort(error))
    }
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
    // What is not yet applied is older than what the next one loads.
    waiting.length = 0
  }
}

/** A mock that was restarted may have lost what the page knows of it. */
async function loadAnew(): Promise<void> {
  await Promise.all([loadSandboxes(), loadScenarios()])
  // A failure for lack of a connection is over; that of a damaged link in the address is not, nor what was done meanwhile.
  const { connection } = state.value
  update(connection === 'lost' ? { connection: 'live', failure: undefined, notice: undefined } : { connection: 'live' })
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Looks for orders that the clock ships, each second: the mock reports them when their sandbox is next read. */
export function followTime(): void {
  setInterval(() => {
    const { contents } = state.value
    realNow.value = Date.now()
    if (contents === undefined || contents.clock.frozen || document.hidden) return
    const nowMs = nowMsOf(contents.clock)
    // A mock that does not respond is noticed where its events are followed.
    const box = boxHere()
    if (contents.orders.some(({ dueMs = Infinity }) => dueMs <= nowMs)) box.read().catch(() => {})
  }, 1000)
}
