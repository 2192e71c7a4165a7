import type { ReferenceDatabase } from './reference-database.js'

/** What a state hands out: ids small enough for any JSON parser are numbers, others decimal text. */
export type StateValues = Record<string, number | string>

export type ReferenceStates = ReadonlyMap<string, Reach>

type Reach = (params: Record<string, unknown>) => Promise<StateValues>

/** The provider states of the contract, by name, over the reference provider's database. */
export function referenceStates(
  db: ReferenceDatabase,
): Map<string, (params: Record<string, unknown>) => Promise<StateValues>> {
  let largeId = 2n ** 53n + 1n
  return new Map<string, Reach>([
    // An interaction that starts from no state: Pact's stand-alone verifier asks for it all the same.
    ['', () => Promise.resolve({})],
    ['no orders', async () => (await db.removeOrders(), {})],
    ['a pending order', async () => ({ orderId: Number(await db.addOrder({ petId: '11', quantity: 2 })) })],
    ['a shipped order', async () => ({ orderId: Number(await db.addOrder({ complete: true, status: 'shipped' })) })],
    ['a cancelled order', async () => ({ orderId: Number(await db.addOrder({ quantity: 1, status: 'cancelled' })) })],
    ['an unknown order id', async () => ({ orderId: Number(await db.unusedId()) })],
    ['an order with every field', async () => ({ orderId: Number(await db.addOrder(EVERY_FIELD)) })],
    ['an order with a large id', async () => ({ orderId: await db.addOrder({ id: String((largeId += 1022n)) }) })],
    ['many orders', async ({ count }) => (await db.fill(Number(count ?? 250)), {})],
    ['a pet', async () => ({ petId: Number(await db.addPet('Rex')) })],
  ])
}

const EVERY_FIELD = { petId: '12', quantity: 3, shipDate: '2026-11-20T12:00:00Z', complete: false }
