import { isObject, type Json, type JsonObject, stringifyJson, toInt64 } from '../../../spec/index.js'
import { member } from '../../json-members.js'

const MEMBERS = ['petId', 'quantity', 'shipDate', 'complete'] as const

export type MemberName = (typeof MEMBERS)[number]

export class OrderList {
  readonly length: number
  readonly ids: readonly bigint[]
  /** How many orders have no id, which the specification allows: each of them may be any order. */
  readonly nameless: number
  readonly #orders: ReadonlyMap<bigint, JsonObject>

  constructor(entries: readonly Json[]) {
    const named = entries.filter(isObject).flatMap((order) => {
      const id = toInt64(order['id'])
      return id === undefined ? [] : [[id, order] as const]
    })
    this.length = entries.length
    this.ids = named.map(([id]) => id)
    this.nameless = entries.filter((entry) => member(entry, 'id') == null).length
    this.#orders = new Map(named)
  }

  has(id: bigint): boolean {
    return this.#orders.has(id)
  }

  get(id: bigint): JsonObject | undefined {
    return this.#orders.get(id)
  }
}

export function readOrderList(status: number | undefined, body: Json | undefined): OrderList | undefined {
  return status === 200 && Array.isArray(body) ? new OrderList(body) : undefined
}

/** The first field whose value differs, apart from those to ignore. */
export function changedMember(
  before: JsonObject,
  after: JsonObject,
  ignored: ReadonlySet<string>,
): MemberName | undefined {
  return MEMBERS.find((name) => textOf(before, name) !== textOf(after, name) && !ignored.has(name))
}

export function textOf(order: JsonObject | undefined, name: MemberName): string {
  const value = order?.[name]
  return value === undefined ? 'absent' : stringifyJson(value)
}
