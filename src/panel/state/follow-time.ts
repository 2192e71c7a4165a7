import { loadSomeOrders } from './load.js'
import type { PanelModel } from './panel-model.js'
import { sandboxNowMs } from './sandbox-clock.js'

/** A little late is better than a little early: then the order would be asked for twice. */
const MARGIN_MS = 50
const SHOWN_MS = 6000

/**
 * Each second, looks at the pending orders that the sandbox's clock ships: the mock tells of that only when the clock is
 * moved. And forgets what changed once it has been shown for a while.
 */
export function followTime(model: PanelModel): void {
  setInterval(() => {
    const nowMs = Date.now()
    model.now.value = nowMs
    const all = [...model.state.changes]
    const fresh = all.filter(([, { atMs }]) => atMs + SHOWN_MS > nowMs)
    if (fresh.length < all.length) model.update({ changes: new Map(fresh) })
    // A mock that does not answer is noticed by who follows its events.
    loadDueOrders(model, nowMs).catch(() => undefined)
  }, 1000)
}

async function loadDueOrders(model: PanelModel, realMs: number): Promise<void> {
  const { contents } = model.state
  if (contents === undefined || contents.clock.frozen) return
  const nowMs = sandboxNowMs(contents.clock, realMs) - MARGIN_MS
  const due = new Set(contents.orders.filter(({ dueMs = Infinity }) => dueMs <= nowMs).map(({ digits }) => digits))
  await loadSomeOrders(model, due)
  const shipped = model.state.contents?.orders.filter(({ digits, status }) => due.has(digits) && status === 'shipped')
  model.markChanged(new Map(shipped?.map(({ digits }) => [digits, 'shipped'])))
}
