import type { OrdersMock, SandboxRecord } from '../../core/index.js'

/** A sandbox as plain data. */
export type SandboxState = SandboxRecord

/** What is told of a change before it is made; if it throws `PersistError`, the change is not made. */
export interface ChangeLog {
  /** A sandbox is about to be made, or to become this. */
  write(state: SandboxState): void
  /** A sandbox is about to be deleted or evicted. */
  remove(name: string): void
}

type Change = Parameters<Parameters<OrdersMock['keep']>[0]>[0]
type Order = (Change & { kind: 'order' })['order']

/** Hands each change of a mock to a change log, as the whole state that a sandbox is about to have. */
export function persistTo(mock: OrdersMock, log: ChangeLog): () => void {
  const drafts = new Map<string, Draft>(mock.sandboxRecords().map((record) => [record.name, draftOf(record)]))
  return mock.keep((change) => {
    if (change.kind === 'end') {
      log.remove(change.sandbox)
      drafts.delete(change.sandbox)
      return
    }
    const name = change.kind === 'sandbox' ? change.record.name : change.sandbox
    const next = change.kind === 'sandbox' ? draftOf(change.record) : apply(drafts.get(name), change)
    if (next === undefined) return
    log.write(stateOf(next))
    drafts.set(name, next)
  })
}

interface Draft {
  readonly record: SandboxRecord
  readonly changed: ReadonlyMap<string, Order>
  readonly removed: ReadonlySet<string>
  readonly highestId: number
}

function draftOf(record: SandboxRecord): Draft {
  const { changed, removed, highestId } = record.world
  return { record, changed: new Map(changed.map((order) => [order.id, order])), removed: new Set(removed), highestId }
}

function apply(
  draft: Draft | undefined,
  change: Exclude<Change, { kind: 'sandbox' } | { kind: 'end' }>,
): Draft | undefined {
  if (draft === undefined) return undefined
  const touched = { ...draft, record: { ...draft.record, lastUsedMs: Date.now() } }
  if (change.kind === 'order') {
    const id = Number(change.order.id)
    const removed = new Set([...draft.removed].filter((each) => each !== change.order.id))
    const highestId = Number.isSafeInteger(id) ? Math.max(id, draft.highestId) : draft.highestId
    return { ...touched, changed: new Map([...draft.changed, [change.order.id, change.order]]), removed, highestId }
  }
  if (change.kind === 'removal') {
    const changed = new Map([...draft.changed].filter(([id]) => id !== change.orderId))
    return { ...touched, changed, removed: new Set([...draft.removed, change.orderId]) }
  }
  const { kind: _, sandbox: __, ...part } = change
  return { ...touched, record: { ...touched.record, world: { ...draft.record.world, ...part } } }
}

function stateOf({ record, changed, removed, highestId }: Draft): SandboxState {
  return { ...record, world: { ...record.world, changed: [...changed.values()], removed: [...removed], highestId } }
}
