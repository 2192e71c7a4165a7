import { effect } from '@preact/signals'
import { loadSomeOrders } from './load.js'
import { type PanelModel, sandboxNowMs } from './panel-model.js'

/** Timers hold no longer than this. */
const MAX_WAIT_MS = 2 ** 31 - 1
/** A little late is better than a little early: then the order would be asked for twice. */
const MARGIN_MS = 50
const SHOWN_MS = 6000

/**
 * Looks at pending orders when the sandbox's clock ships them: the mock tells of that only when the clock is moved. And
 * forgets what changed once it has been shown for a while.
 */
export function followTime(model: PanelModel): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    clearTimeout(timer)
    const waitMs = Math.min(untilDueMs(model), untilOldMs(model))
    if (Number.isFinite(waitMs)) timer = setTimeout(() => void catchUp(model), Math.min(waitMs, MAX_WAIT_MS))
  })
}

function untilDueMs({ state: { contents } }: PanelModel): number {
  if (contents === undefined || contents.clock.frozen) return Infinity
  const firstMs = contents.orders.reduce((first, { dueMs = Infinity }) => Math.min(first, dueMs), Infinity)
  return Math.max(0, firstMs - sandboxNowMs(contents.clock)) + MARGIN_MS
}

function untilOldMs({ state: { changes } }: PanelModel): number {
  const [oldest] = changes.values()
  return oldest === undefined ? Infinity : Math.max(0, oldest.atMs + SHOWN_MS - Date.now())
}

async function catchUp(model: PanelModel): Promise<void> {
  const { contents } = model.state
  const nowMs = contents === undefined || contents.clock.frozen ? -Infinity : sandboxNowMs(contents.clock)
  const dueOrders = contents?.orders.filter(({ dueMs = Infinity }) => dueMs <= nowMs) ?? []
  const due = new Set(dueOrders.map(({ digits }) => digits))
  const isLoaded = await loadSomeOrders(model, due).then(
    () => true,
    () => false,
  )
  // A mock that does not answer is noticed by who follows its events; asking it again at once would help nobody.
  if (!isLoaded) return
  const fresh = [...model.state.changes].filter(([, { atMs }]) => atMs + SHOWN_MS > Date.now())
  const shipped = (model.state.contents?.orders ?? []).filter(
    ({ digits, status }) => due.has(digits) && status === 'shipped',
  )
  const told = shipped.map(({ digits }) => [digits, { change: 'shipped', atMs: Date.now() }] as const)
  model.update({ changes: new Map([...fresh, ...told]) })
}
