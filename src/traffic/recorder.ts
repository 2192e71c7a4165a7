import { Document, visit } from 'yaml'
import { isObject, type Json, readDateTime } from '../spec/index.js'
import { idOf, type ParsedExchange } from '../contract/index.js'

// What a scenario may have.
const MAX_RECORDED = 100_000

/** Learns from exchanges what there is: orders from the last list, their statuses from cancels, pets from reads. */
export class Recorder {
  #orders = new Map<bigint, object>()
  readonly #statuses = new Map<bigint, 'shipped' | 'cancelled'>()
  readonly #pets = new Map<bigint, object>()
  #withoutId = 0
  #sunset: string | undefined

  record({ operation: { operationId }, id, status, body, exchange }: ParsedExchange): void {
    const json = status === 200 && 'json' in body ? body.json : undefined
    if (operationId === 'listOrders' && Array.isArray(json)) this.#learnList(json)
    if (operationId === 'cancelOrder' && id !== undefined) this.#learnCancel(id, status)
    if (operationId !== 'getPet') return
    const sunset = new Date(exchange.response.headers['sunset'] ?? '')
    if (!Number.isNaN(sunset.getTime())) this.#sunset = sunset.toISOString().replace('.000Z', 'Z')
    if (isObject(json) && id !== undefined) setBounded(this.#pets, id, { ...json, id })
  }

  /** Writes it as a scenario file, for `orders-mock serve`; `at` is when it was recorded. */
  scenario({ baseUrl, at }: { readonly baseUrl: string; readonly at: Date }): string {
    const orders = [...this.#orders].map(([id, order]) => ({ ...order, status: this.#statuses.get(id) ?? 'pending' }))
    const document = new Document({
      title: `Recorded from ${baseUrl}`,
      description: `As it was on ${at.toISOString()}.`,
      orders,
      ...(this.#pets.size > 0 && { pets: [...this.#pets.values()] }),
      ...(this.#sunset !== undefined && { sunset: this.#sunset }),
    })
    visit(document, { Map: (index, map) => void (map.flow = typeof index === 'number') })
    document.commentBefore =
      ' The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.'
    if (this.#withoutId > 0)
      document.commentBefore += `\n Left out, because a scenario needs their ids: ${this.#withoutId} listed without a usable id.`
    return document.toString({ lineWidth: 0 })
  }

  #learnList(list: readonly Json[]): void {
    this.#orders = new Map(list.flatMap((entry) => readOrder(entry) ?? []))
    this.#withoutId = list.filter((entry) => idOf(entry) === undefined).length
  }

  #learnCancel(id: bigint, status: number): void {
    if (status !== 204 && status !== 409) return
    // A 409 says that the order has shipped, unless it is known to be cancelled.
    setBounded(this.#statuses, id, status === 204 ? 'cancelled' : (this.#statuses.get(id) ?? 'shipped'))
    if (!this.#orders.has(id)) setBounded(this.#orders, id, { id })
  }
}

/** What a scenario can hold of an entry of the list; members of the wrong type are left out. */
function readOrder(entry: Json): [id: bigint, order: object][] {
  const id = idOf(entry)
  if (id === undefined || !isObject(entry)) return []
  const { quantity, shipDate, complete } = entry
  const petId = idOf({ id: entry['petId'] ?? null })
  const order = {
    id,
    ...(petId !== undefined && { petId }),
    // A number that was written as 9007199254740993.0 has lost its last digits.
    ...((typeof quantity === 'bigint' || Number.isSafeInteger(quantity)) && { quantity }),
    ...(typeof shipDate === 'string' && readDateTime(shipDate)?.hasTime === true && { shipDate }),
    ...(typeof complete === 'boolean' && { complete }),
  }
  return [[id, order]]
}

/** The first ones go if there are too many. */
function setBounded<Value>(map: Map<bigint, Value>, id: bigint, value: Value): void {
  map.set(id, value)
  if (map.size > MAX_RECORDED) map.delete(map.keys().next().value ?? id)
}
