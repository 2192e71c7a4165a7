import { ControlError, openEvents } from '../control/control-api.js'
import { readEvents } from '../control/read-events.js'
import { loadAll } from './load.js'
import { PendingChanges } from './pending-changes.js'
import type { PanelModel } from './panel-model.js'

const RETRY_MS = [250, 500, 1000, 2000, 5000]
/** Twice the time between heartbeats, and some: a connection that is silent for longer is dead. */
const SILENCE_MS = 35_000
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
    try {
      await followOnce(model, () => (failures = 0))
    } catch (error) {
      if (isRefusal(error)) model.update({ access: error.status === 401 ? 'token' : 'refused', refusal: error.message })
    }
    if (model.state.access !== 'open' || (await becameVisible())) continue
    model.update({ connection: 'lost' })
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures += 1
  }
  model.isFollowed = false
}

/** Whether the error says that the page is not let in. */
export function isRefusal(error: unknown): error is ControlError {
  return error instanceof ControlError && (error.status === 401 || error.status === 403)
}

async function followOnce(model: PanelModel, onLive: () => void): Promise<void> {
  const end = new AbortController()
  const endWhenHidden = (): void => {
    if (document.hidden) end.abort()
  }
  document.addEventListener('visibilitychange', endWhenHidden)
  try {
    // The stream is opened first, so that nothing happens unnoticed between loading and following.
    const stream = await openEvents(end.signal)
    await loadAll(model)
    model.update({ connection: 'live' })
    onLive()
    await applyEvents(model, stream, end)
  } finally {
    document.removeEventListener('visibilitychange', endWhenHidden)
    end.abort()
  }
}

async function applyEvents(model: PanelModel, stream: ReadableStream<Uint8Array>, end: AbortController): Promise<void> {
  const pending = new PendingChanges()
  let isApplying = false
  // One burst after the other, so that an answer that comes late never overwrites a newer one.
  const applyAll = async (): Promise<void> => {
    isApplying = true
    while (pending.areThere) {
      await pause(GATHER_MS)
      await pending.applyTo(model)
    }
    isApplying = false
  }
  let silence = setTimeout(() => end.abort(), SILENCE_MS)
  try {
    for await (const event of readEvents(stream)) {
      clearTimeout(silence)
      silence = setTimeout(() => end.abort(), SILENCE_MS)
      if (pending.add(event, model.state.sandboxName) && !isApplying) applyAll().catch(() => end.abort())
    }
  } finally {
    clearTimeout(silence)
  }
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
