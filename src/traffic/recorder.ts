import { parseJson, toInt64, type Json } from '../spec/index.js'
import { type Exchange, findOperation } from '../contract/index.js'

/** What is known of a provider's orders and pets. */
export interface Recording {
  /** Those of the last list, and those that were cancelled, or refused as shipped, since then. */
  readonly orders: readonly RecordedOrder[]
  readonly pets: readonly RecordedPet[]
  /** The last `Sunset` header, as a date-time. */
  readonly sunset?: string
  /** How many entries of the last list are left out because they have no usable id. */
  readonly withoutId: number
}

export interface RecordedOrder {
  readonly id: bigint
  readonly petId?: bigint
  readonly quantity?: number | bigint
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: 'pending' | 'shipped' | 'cancelled'
}

export type RecordedPet = Readonly<Record<string, Json>> & { readonly id: bigint }

/** The entries of a list of orders, if an exchange got one. */
export function listedIn({ request, response }: Exchange): readonly Json[] | undefined {
  if (response.status !== 200 || findOperation(request)?.operation.operationId !== 'listOrders') return undefined
  const list = parsed(response.body)
  return Array.isArray(list) ? list : undefined
}

/** The id of an entry of the list, if it has one that an order can have. */
export function idOf(entry: Json): bigint | undefined {
  if (!isObject(entry) || typeof entry['id'] === 'string') return undefined
  return toInt64(entry['id'])
}

// What a scenario may have.
const MAX_RECORDED = 100_000

/** Learns from exchanges what there is: orders from the list, their statuses from cancels, pets from reads. */
export class Recorder {
  #listed = new Map<bigint, Omit<RecordedOrder, 'status'>>()
  readonly #statuses = new Map<bigint, RecordedOrder['status']>()
  readonly #pets = new Map<bigint, RecordedPet>()
  #withoutId = 0
  #sunset: string | undefined

  /** @param list what {@link listedIn} finds in it */
  record(exchange: Exchange, list: readonly Json[] | undefined): void {
    const called = findOperation(exchange.request)
    if (list !== undefined) this.#learnList(list)
    if (called?.id === undefined) return
    if (called.operation.operationId === 'cancelOrder') this.#learnCancel(called.id, exchange.response.status)
    if (called.operation.operationId === 'getPet') this.#learnPet(called.id, exchange)
  }

  recording(): Recording {
    const orders = [...this.#listed.values()].map((order) => ({
      ...order,
      status: this.#statuses.get(order.id) ?? 'pending',
    }))
    const sunset = this.#sunset === undefined ? {} : { sunset: this.#sunset }
    return { orders, pets: [...this.#pets.values()], ...sunset, withoutId: this.#withoutId }
  }

  #learnList(list: readonly Json[]): void {
    const orders = list.flatMap((entry) => readOrder(entry) ?? [])
    this.#listed = new Map(orders.map((order) => [order.id, order]))
    this.#withoutId = list.length - orders.length
  }

  #learnCancel(id: bigint, status: number): void {
    const learned = statusAfterCancel(status, this.#statuses.get(id))
    if (learned === undefined) return
    setBounded(this.#statuses, id, learned)
    if (!this.#listed.has(id)) setBounded(this.#listed, id, { id })
  }

  #learnPet(id: bigint, { response }: Exchange): void {
    const sunset = new Date(response.headers['sunset'] ?? '')
    if (!Number.isNaN(sunset.getTime())) this.#sunset = sunset.toISOString().replace('.000Z', 'Z')
    const pet = response.status === 200 ? parsed(response.body) : undefined
    if (pet !== undefined && isObject(pet)) setBounded(this.#pets, id, { ...pet, id })
  }
}

/** The first ones go where there are too many. */
function setBounded<Value>(map: Map<bigint, Value>, id: bigint, value: Value): void {
  map.set(id, value)
  if (map.size > MAX_RECORDED) map.delete(map.keys().next().value ?? id)
}

/** A 409 says that the order has shipped, unless it is known to be cancelled. */
function statusAfterCancel(
  status: number,
  before: RecordedOrder['status'] | undefined,
): RecordedOrder['status'] | undefined {
  if (status === 204) return 'cancelled'
  return status === 409 ? (before ?? 'shipped') : undefined
}

/** Keeps what a scenario can hold; members of the wrong type are left out. */
function readOrder(entry: Json): Omit<RecordedOrder, 'status'> | undefined {
  if (!isObject(entry)) return undefined
  const id = idOf(entry)
  if (id === undefined) return undefined
  const { quantity, shipDate, complete } = entry
  const petId = typeof entry['petId'] === 'string' ? undefined : toInt64(entry['petId'])
  return {
    id,
    ...(petId !== undefined && { petId }),
    // Of what was written as 9007199254740993.0 the last digits are lost.
    ...((typeof quantity === 'bigint' || Number.isSafeInteger(quantity)) && { quantity: quantity as number | bigint }),
    ...(typeof shipDate === 'string' && isDateTime(shipDate) && { shipDate }),
    ...(typeof complete === 'boolean' && { complete }),
  }
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(?!24)\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i

/** Whether a scenario can hold it: an instant of a real day, in a year that has four digits in UTC too. */
function isDateTime(text: string): boolean {
  const [, day] = DATE_TIME.exec(text) ?? []
  const instant = new Date(text.toUpperCase())
  if (day === undefined || Number.isNaN(instant.getTime())) return false
  const midnight = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-/.test(instant.toISOString()) && midnight.toISOString().startsWith(day)
}

function parsed(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

function isObject(value: Json): value is { [member: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
