import { Document, visit } from 'yaml'
import { flatMapInPieces, isObject, type Json, type JsonObject, readDateTime } from '../spec/index.js'
import { idOf, type ParsedExchange } from '../contract/index.js'
import { findUnbounded } from '../input/index.js'

// What a scenario may have.
const MAX_RECORDED = 100_000

/** Learns from exchanges the contents of the store: orders from the last list, their statuses from cancel requests, pets from reads. */
export class Recorder {
  #orders = new Map<bigint, JsonObject>()
  readonly #statuses = new Map<bigint, 'shipped' | 'cancelled'>()
  readonly #pets = new Map<bigint, JsonObject>()
  #withoutId = 0
  isEmpty = true
  #sunset: string | undefined;

  *record({ operation: { operationId }, id, status, body, exchange }: ParsedExchange): Generator<undefined, void> {
    const json = status === 200 && 'json' in body ? body.json : undefined
    if (json !== undefined || (operationId === 'cancelOrder' && [204, 409].includes(status))) this.isEmpty = false
    if (Array.isArray(json)) yield* this.#learnList(json)
    if (id !== undefined) this.#learnCancel(id, status)
    if (operationId !== 'getPet') return
    const sunset = new Date(exchange.response.headers['sunset'] ?? '')
    if (!Number.isNaN(sunset.getTime())) this.#sunset = sunset.toISOString().replace('.000Z', 'Z')
    if (isObject(json) && id !== undefined) setBounded(this.#pets, id, json)
  }

  /** Writes it as a scenario file, for `orders-mock serve`; `at` is when it was recorded. */
  scenario({ baseUrl, at }: { readonly baseUrl: string; readonly at: Date }): string {
    const lost: string[] = []
    const orders = [...this.#orders].map(([id, entry]) => {
      return { id, ...readOrder(entry, lost), status: this.#statuses.get(id) ?? 'pending' }
    })
    const pets = [...this.#pets].map(([id, pet]) => ({ ...readPet(pet, lost), id }))
    const document = new Document({
      title: `Recorded from ${baseUrl}`,
      description: `As it was on ${at.toISOString()}.`,
      orders,
      ...(pets.length > 0 && { pets }),
      ...(this.#sunset !== undefined && { sunset: this.#sunset }),
    })
    visit(document, { Map: (index, map) => void (map.flow = typeof index === 'number') })
    document.commentBefore =
      ' Recorded by orders-mock.\n The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.'
    if (this.#withoutId > 0)
      document.commentBefore += `\n Omitted, because a scenario needs their ids: ${this.#withoutId} listed without a usable id.`
    const counts = [...new Set(lost)].map((name) => `${name} (${lost.filter((each) => each === name).length})`)
    if (counts.length > 0)
      document.commentBefore += `\n Omitted, because a scenario cannot contain them: ${counts.join(', ')}.`
    return document.toString({ lineWidth: 0 })
  }

  *#learnList(list: readonly Json[]): Generator<undefined, void> {
    const orders = new Map<bigint, JsonObject>()
    const nameless = yield* flatMapInPieces(list, (entry) => {
      const id = idOf(entry)
      if (id === undefined || !isObject(entry)) return [entry]
      orders.set(id, entry)
      return []
    })
    this.#orders = orders
    this.#withoutId = nameless.length
  }

  #learnCancel(id: bigint, status: number): void {
    if (status !== 204 && status !== 409) return
    // A 409 says that the order has shipped, unless it is known to be cancelled.
    setBounded(this.#statuses, id, status === 204 ? 'cancelled' : (this.#statuses.get(id) ?? 'shipped'))
    if (!this.#orders.has(id)) setBounded(this.#orders, id, {})
  }
}

/** The part of an entry of the list that fits into a scenario, except its id; `lost` gets the names of the other fields. */
function readOrder(entry: JsonObject, lost: string[]): object {
  const { quantity = null, shipDate, complete } = entry
  const order = {
    petId: idOf({ id: entry['petId'] ?? null }),
    // A number that was written as 9007199254740993.0 has lost its last digits.
    quantity: typeof quantity === 'bigint' || Number.isSafeInteger(quantity) ? quantity : undefined,
    shipDate: typeof shipDate === 'string' ? momentOf(shipDate) : undefined,
    complete: typeof complete === 'boolean' ? complete : undefined,
  }
  const kept = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined))
  const others = Object.keys(entry).filter((name) => name !== 'id' && !Object.hasOwn(kept, name))
  for (const name of others) lost.push(Object.hasOwn(order, name) ? name : 'other fields')
  return kept
}

/** The date-time as most programs read it, by RFC 3339, if that is the same point in time. */
function momentOf(text: string): string | undefined {
  const read = readDateTime(text)
  if (read?.hasTime !== true) return undefined
  const instant = new Date(read.unixMs).toISOString().replace('.000Z', 'Z')
  const isExact = read.isInstant && !/[.,]\d{4}/.test(text) && readDateTime(instant) !== undefined
  return read.isRfc3339 || !isExact ? text : instant
}

function readPet(pet: JsonObject, lost: string[]): object {
  const members = Object.entries(pet)
  const kept = members.filter(([name, value]) => findUnbounded({ [name]: value }, ['pets', 0]).length === 0)
  for (let count = kept.length; count < members.length; count++) lost.push('fields of pets')
  return Object.fromEntries(kept)
}

/** The first ones are dropped if there are too many. */
function setBounded<Value>(map: Map<bigint, Value>, id: bigint, value: Value): void {
  map.set(id, value)
  if (map.size > MAX_RECORDED) map.delete(map.keys().next().value ?? id)
}
