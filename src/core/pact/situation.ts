import { type Operation, operations, parseInt64, type ProviderStateName } from '../../spec/index.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import { contentOf, type Sandbox } from '../sandbox/sandbox.js'

/** What a client asked and was answered, without what was chance in it: ids, sandboxes, times. */
export interface Situation {
  readonly operation: Operation
  readonly status: number
  readonly key: 'good' | 'missing' | 'wrong'
  /** What was true of the store; absent where that plays no part. */
  readonly state?: ProviderStateName
  /** The code of the Error object. */
  readonly code?: string
}

/** What there is in a sandbox. */
export interface Store {
  readonly sandbox: Sandbox
  /** Whether the list shows an order with all five members. */
  listsFullOrder(this: void): boolean
}

/** Up to here a JavaScript number holds every id. */
const LARGEST_ORDINARY_ID = 2n ** 53n

/**
 * The situation that a request shows; `undefined` if no other provider can be held to it: a fault was injected, the
 * description has no such operation or status, or no provider state leads there.
 *
 * @param store as the request left it
 */
export function situationOf(entry: JournalEntry, store: Store): Situation | undefined {
  const operation = findOperation(entry)
  if (operation === undefined || !operation.statuses.includes(entry.status)) return undefined
  if (entry.fault !== undefined && entry.fault !== 'delay') return undefined
  const { status, code } = entry
  // A good key that leads to no sandbox is a slip of the test; no other provider knows sandboxes.
  if (status === 401 && entry.key?.includes('…~')) return undefined
  const state = STATE_OF[operation.operationId](entry, store)
  if (state === undefined && status !== 401) return undefined
  return { operation, status, key: keyOf(entry), ...(state && { state }), ...(code !== undefined && { code }) }
}

function findOperation({ operation, method }: JournalEntry): Operation | undefined {
  return Object.values(operations).find((each) => each.operationId === operation && each.method === method)
}

function keyOf({ code }: JournalEntry): Situation['key'] {
  if (code === 'missing_api_key') return 'missing'
  return code === 'invalid_api_key' ? 'wrong' : 'good'
}

const STATE_OF: Readonly<
  Record<Operation['operationId'], (entry: JournalEntry, store: Store) => ProviderStateName | undefined>
> = {
  listOrders: stateOfList,
  cancelOrder: stateOfOrder,
  getPet: stateOfPet,
}

function stateOfList({ status }: JournalEntry, store: Store): ProviderStateName | undefined {
  if (status === 401) return undefined
  if (store.listsFullOrder()) return 'an order with every field'
  const { pending, shipped, cancelled } = store.sandbox.counts
  if (pending > 0) return 'a pending order'
  if (shipped > 0) return 'a shipped order'
  return cancelled > 0 ? 'a cancelled order' : 'no orders'
}

function stateOfOrder({ status, orderId = '' }: JournalEntry, { sandbox }: Store): ProviderStateName | undefined {
  const id = parseInt64(orderId)
  if (id === undefined) return undefined
  const order = sandbox.orders.get(id)
  if (order === undefined) return 'an unknown order id'
  // By now the order that was cancelled is cancelled.
  const before = status === 204 ? 'pending' : order.status
  return before === 'pending' && id > LARGEST_ORDINARY_ID ? 'an order with a large id' : `a ${before} order`
}

/** A pet that is not there, or no longer served, has no provider state. */
function stateOfPet({ status, path }: JournalEntry, { sandbox }: Store): ProviderStateName | undefined {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const { orders } = contentOf(sandbox).world
  const isThere = status === 200 || orders.seed.pet(id) !== undefined || orders.namesPet(id)
  return isThere && (status === 200 || status === 401) ? 'a pet' : undefined
}
