import type { ProviderStateName } from '../../spec/index.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import { isFull } from '../scenario/order.js'
import type { Store } from '../sandbox/store.js'
import { type OperationHandler, type PactBody, rule } from './operation-handler.js'

/** `GET /store/orders`: all orders placed in the store (specification, "List orders"). */
export const listOrders: OperationHandler = {
  run: ({ world: { orders } }) => ({ kind: 'answer', status: 200, orders, reason: 'returned all orders' }),
  stateOf,
  describe: (state) => `list all orders${state === undefined ? '' : (LISTS[state] ?? ` with ${state} among them`)}`,
  bodyOf,
}

function stateOf({ status }: JournalEntry, { world }: Store): ProviderStateName | undefined {
  if (status === 401) return undefined
  for (const order of world.orders.all()) if (isFull(order)) return 'an order with every field'
  const { pending, shipped, cancelled } = world.orders.counts
  if (pending > 0) return 'a pending order'
  if (shipped > 0) return 'a shipped order'
  return cancelled > 0 ? 'a cancelled order' : 'no orders'
}

const LISTS: Readonly<Record<string, string>> = {
  'no orders': ' of an empty store',
  'an order with every field': ' with one that has every field',
}

function bodyOf(state: ProviderStateName | undefined): PactBody {
  if (state === 'no orders') return { content: [], rules: undefined }
  if (state === 'an order with every field') {
    const rules = Object.fromEntries(MATCHERS.map(([member, matcher]) => [`$.${member}`, rule(matcher)]))
    return { content: [FULL], rules: { $: rule({ match: 'arrayContains', variants: [{ index: 0, rules }] }) } }
  }
  // Cancelled orders may vanish from the list.
  const isListed = state !== 'a cancelled order'
  const rules = { $: rule({ match: 'type', ...(isListed && { min: 1 }) }), '$[*]': rule({ match: 'type' }) }
  return { content: isListed ? [{}] : [], rules }
}

const FULL = { complete: true, id: 7, petId: 11, quantity: 2, shipDate: '2026-11-02T09:30:00Z' }

const DATE_TIME = String.raw`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$`

const MATCHERS = Object.entries({
  complete: { match: 'type' },
  id: { match: 'integer' },
  petId: { match: 'integer' },
  quantity: { match: 'integer' },
  shipDate: { match: 'regex', regex: DATE_TIME },
})
