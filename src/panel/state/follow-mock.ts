import type { ControlEvent } from '../../control-client/index.js'
import { applyEvents } from './apply-events.js'
import { loadSandbox, loadSandboxes, loadScenarios } from './load.js'
import { keepToken, mockHere } from './mock-here.js'
import type { PanelModel } from './panel-model.js'

const RETRY_MS = [250, 500, 1000, 2000, 5000]
/** The mock says something every 15 seconds; a stream that is silent for longer is dead. */
const SILENT_MS = 40_000
/** Events that come within this time are applied together. */
const GATHER_MS = 40

/**
 * Keeps the page up to date until the control API refuses it: loads everything, follows the events, and starts again
 * whenever the connection is lost. A hidden page lets go of its connection, of which a browser has only six for a host.
 */
export async function followMock(model: PanelModel): Promise<void> {
  if (model.isFollowed) return
  model.isFollowed = true
  let failures = 0
  while (model.state.access === 'open') {
    await followOnce(model, () => (failures = 0)).catch((error: unknown) => model.noteRefusal(error))
    if (model.state.access !== 'open' || (await becameVisible())) continue
    model.update({ connection: 'lost' })
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures += 1
  }
  model.isFollowed = false
}

/** Tries a token, and follows the mock with it. */
export function enterWith(model: PanelModel, token: string): void {
  keepToken(token)
  model.update({ access: 'open' })
  void followMock(model)
}

async function followOnce(model: PanelModel, onLive: () => void): Promise<void> {
  const end = new AbortController()
  document.addEventListener('visibilitychange', () => document.hidden && end.abort(), { signal: end.signal })
  let loaded: Promise<void> | undefined
  // The stream is opened first, so that nothing happens unnoticed between loading and following.
  const open = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    if (response.ok) loaded = loadAll(model).then(onLive)
    loaded?.catch((error: unknown) => end.abort(error))
    return new Response(response.body?.pipeThrough(watchdog(end)) ?? null, response)
  }
  const waiting: ControlEvent[] = []
  let isApplying = false
  // One burst after the other, so that an answer that comes late never overwrites a newer one.
  const applyAll = async (): Promise<void> => {
    isApplying = true
    await loaded
    while (waiting.length > 0) {
      await pause(GATHER_MS)
      await applyEvents(model, waiting.splice(0))
    }
    isApplying = false
  }
  try {
    for await (const event of mockHere({ fetch: open }).events({ signal: end.signal })) {
      waiting.push(event)
      if (!isApplying) applyAll().catch(() => end.abort())
    }
  } finally {
    end.abort()
  }
}

async function loadAll(model: PanelModel): Promise<void> {
  await loadSandbox(model)
  await Promise.all([loadSandboxes(model), loadScenarios(model), model.checkNotice()])
  // What failed for want of a connection is over; what a link in the address lacks is not.
  const failure = model.state.connection === 'lost' ? '' : model.state.failure
  model.update({ connection: 'live', failure })
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
