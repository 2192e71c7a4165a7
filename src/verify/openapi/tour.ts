import { INT64_MAX, type OperationId, parseJson } from '../../spec/index.js'
import { type Exchange, NoAnswerError } from '../../contract/index.js'
import type { Provider } from '../provider.js'

/** What the tour could not see of an operation, and why. */
export type TourGaps = ReadonlyMap<OperationId, readonly string[]>

/**
 * Calls every operation in every way that leads to a documented answer, so that the description is held against each
 * of them whatever else is checked. Without provider states it reads, and cancels nothing that exists.
 */
export async function takeTour(provider: Provider): Promise<TourGaps> {
  const tour = new Tour(provider)
  await tour.listOrders()
  await tour.refusals()
  if (!provider.states.available) await tour.cancelUnlisted()
  await tour.visit('listOrders', 'an order with every field', () => tour.call('GET', '/store/orders'))
  await tour.visit('cancelOrder', 'an order with a large id', async (path) => {
    await tour.call('GET', '/store/orders')
    await tour.call('DELETE', path)
  })
  for (const state of ['a pending order', 'a shipped order', 'an unknown order id']) {
    await tour.visit('cancelOrder', state, async (path) => {
      await tour.call('GET', '/store/orders')
      await tour.call('DELETE', path)
      await tour.call('GET', '/store/orders')
    })
  }
  await tour.visit('getPet', 'a pet', (path) => tour.call('GET', path))
  return tour.gaps
}

class Tour {
  readonly gaps = new Map<OperationId, string[]>()
  readonly #provider: Provider
  #listed: Exchange | undefined

  constructor(provider: Provider) {
    this.#provider = provider
  }

  async listOrders(): Promise<void> {
    this.#listed = await this.call('GET', '/store/orders')
  }

  /** No request here could do anything, even if its key were right. */
  async refusals(): Promise<void> {
    for (const [method, path] of [
      ['GET', '/store/orders'],
      ['GET', '/pets/1'],
      ['DELETE', `/store/orders/${this.#unlistedId() ?? INT64_MAX}`],
    ] as const) {
      await this.call(method, path, {})
      await this.call(method, path, { Authorization: `Bearer ${this.#provider.apiKey}-wrong` })
    }
  }

  async cancelUnlisted(): Promise<void> {
    const id = this.#unlistedId()
    if (id !== undefined) await this.call('DELETE', `/store/orders/${id}`)
  }

  async visit(operation: OperationId, state: string, act: (path: string) => Promise<unknown>): Promise<void> {
    const result = await this.#provider.states.setUp(state)
    if (result.kind === 'skipped') {
      this.gaps.set(operation, [...(this.gaps.get(operation) ?? []), result.reason])
      return
    }
    const { orderId, petId } = result.values as { orderId?: string; petId?: string }
    await act(petId === undefined ? `/store/orders/${orderId}` : `/pets/${petId}`)
    await this.#provider.states.tearDown(state)
  }

  async call(method: string, path: string, headers = this.#keyed()): Promise<Exchange | undefined> {
    try {
      return await this.#provider.send({ method, path, headers: { Accept: 'application/json', ...headers } })
    } catch (error) {
      // The journal has it, and the rule that every request is answered speaks of it.
      if (error instanceof NoAnswerError) return undefined
      throw error
    }
  }

  #keyed(): Record<string, string> {
    return { Authorization: `Bearer ${this.#provider.apiKey}` }
  }

  // An id that is certainly nobody's: the list is known, and the id is not in it.
  #unlistedId(): bigint | undefined {
    const { status, body } = this.#listed?.response ?? {}
    if (status !== 200 || body === undefined || !isJsonArray(body)) return undefined
    let id = INT64_MAX - 1_000_003n
    while (body.includes(id.toString())) id -= 1n
    return id
  }
}

function isJsonArray(body: string): boolean {
  try {
    return Array.isArray(parseJson(body))
  } catch {
    return false
  }
}
