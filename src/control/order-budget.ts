import { ControlError, contentOf, type OrdersMock, type Scenario } from '../core/index.js'

/** Generated orders of one document; one that asks for more is refused by its reader. */
const MOST_GENERATED = 1_000_000

/** So many orders may come before all are counted anew, where there is room for them. */
const STRIDE = 10_000

/**
 * Bounds the orders that all sandboxes of a mock hold of their own: those of documents, of which sandboxes that share one
 * hold the orders once, and those that each has added or replaced. Orders of the mock's scenarios are not their own. What
 * there is is counted, now and then, and never for the sake of a request to the API.
 */
export class OrderBudget {
  readonly #mock: OrdersMock
  readonly #most: number
  /** For documents that are being read. */
  #reserved = 0
  /** For so many more orders there was room when all were last counted. */
  #free = 0

  constructor(mock: OrdersMock, most: number) {
    this.#mock = mock
    this.#most = most
  }

  /**
   * Makes sure that there is room for orders that are about to be added.
   *
   * @param replaced name of a sandbox that will have them instead of those that it has now
   * @throws {ControlError} 409 if there is none
   */
  add(count: number, replaced?: string): void {
    if (count > this.#free) this.#free = Math.min(this.#roomBeside(count, replaced), STRIDE)
    else this.#free -= count
  }

  /**
   * Reads a document with orders for a sandbox.
   *
   * @param replaced name of the sandbox, if they take the place of those that it has now
   * @throws {ControlError} 409 if there is no room for them
   */
  *read<Result>(document: unknown, steps: Generator<void, Result>, replaced?: string): Generator<void, Result> {
    const count = countOrders(document)
    this.add(count, replaced)
    this.#reserved += count
    try {
      return yield* steps
    } finally {
      this.#reserved -= count
    }
  }

  #roomBeside(count: number, replaced: string | undefined): number {
    const held = this.#reserved + countHeld(this.#mock, replaced) + count
    if (held <= this.#most) return this.#most - held
    const then = `The sandboxes would then hold ${held} orders of their own; ${this.#most} is the most.`
    const advice = 'Delete sandboxes that are no longer needed, or reset them to a scenario.'
    throw new ControlError(409, 'too_many_orders', `${then} ${advice}`)
  }
}

function countHeld(mock: OrdersMock, replaced: string | undefined): number {
  const known = new Set(mock.scenarioNames)
  const own = new Set<Scenario>()
  let count = 0
  for (const sandbox of mock.sandboxes) {
    const { seed, start, store } = contentOf(sandbox)
    const shared = known.has(sandbox.scenario) ? mock.scenario(sandbox.scenario) : undefined
    if (start !== undefined) own.add(start)
    if (sandbox.name === replaced) continue
    if (seed !== shared) own.add(seed)
    count += store.ownCount
  }
  for (const { orders } of own) count += orders.size
  return count
}

/** How many orders a document asks for, as far as that can be told before it is read. */
function countOrders(document: unknown): number {
  const orders = memberOf(document, 'orders')
  if (!Array.isArray(orders)) return 0
  const requests = orders.flatMap((order: unknown) => memberOf(order, 'generate') ?? [])
  const generated = requests.reduce<number>((sum, request) => sum + (Number(memberOf(request, 'count')) || 0), 0)
  return orders.length - requests.length + Math.min(Math.max(generated, 0), MOST_GENERATED)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
