import { nowOf } from './clock.js'
import { ControlError } from './control-error.js'
import { type HistoryEntry, type HistoryRecord, type RewindTarget, toHistoryEntry } from './history.js'
import { formatInstant, parseInstant } from '../instant.js'
import { REWIND } from './journal-entry.js'
import type { Store } from './store.js'
import type { World } from './world.js'

/**
 * Takes the newest change back, with what it made the clock ship. An order that shipped as time passed takes the clock back
 * to the moment before.
 *
 * @param change the id that the newest change must have
 * @throws {ControlError} 409 if there is none, or it is another one
 */
export function undo(sandbox: Store, change: number | undefined): HistoryEntry {
  sandbox.settle()
  const records = sandbox.changes.newest(change)
  const [newest] = records
  const { by, back } = newest
  const world = worldBefore(records, sandbox.world)
  if (by === 'clock' && records.length === 1 && 'orderId' in back && back.order !== undefined) {
    world.showTime(world.orders.shipsAtMs(back.order) - 1)
  }
  sandbox.goBack('undone', world, records.length)
  return toHistoryEntry(newest)
}

/**
 * Makes a sandbox what it was before a request, or after a change; the journal says so.
 *
 * @throws {ControlError} 404 if there is no such request or change, 409 if the history no longer reaches there
 */
export function rewind(sandbox: Store, target: RewindTarget): void {
  const { world, count } = worldAt(sandbox, target)
  sandbox.goBack('rewound', world, count)
  const where = 'to' in target ? `after change ${target.to}` : `before request ${target.beforeRequest}`
  sandbox.record({
    id: sandbox.requests.nextId,
    at: formatInstant(sandbox.context.time()),
    operation: REWIND,
    method: 'POST',
    path: `/__mock/sandboxes/${sandbox.name}/rewind`,
    status: 200,
    durationMs: 0,
    reason: `the sandbox was rewound to what it was ${where}`,
  })
}

/** What a sandbox held before a request, or after a change, with the clock as it was; and how many changes that takes back. */
export function worldAt(sandbox: Store, target: RewindTarget): { readonly world: World; readonly count: number } {
  sandbox.settle()
  const { records, atMs } =
    'to' in target ? sandbox.changes.afterChange(target.to) : sinceRequest(target.beforeRequest, sandbox)
  const world = worldBefore(records, sandbox.world)
  world.showTime(nowOf(world.clock, atMs))
  return { world, count: records.length }
}

/** What a world was before changes, which are given newest first. */
function worldBefore(records: readonly HistoryRecord[], present: World): World {
  const world = present.copy()
  for (const { back } of records) world.apply(back)
  return world
}

function sinceRequest(id: number, { changes, requests }: Store) {
  const records = changes.sinceRequest(id)
  const at = requests.get(id)?.at
  const atMs = at === undefined ? records.at(-1)?.atMs : parseInstant(at)
  if (atMs !== undefined && id < requests.nextId) return { records, atMs }
  throw new ControlError(404, 'request_not_found', `There is no request ${id} in the journal.`)
}
