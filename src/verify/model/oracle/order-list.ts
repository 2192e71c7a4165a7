import { type Json, stringifyJson, toInt64 } from '../../../spec/index.js'
import { jsonIn, member } from '../../json-members.js'

const MEMBERS = ['petId', 'quantity', 'shipDate', 'complete'] as const

export type MemberName = (typeof MEMBERS)[number]

/** The values of an order's members as JSON text; absent members are left out. */
export type Members = Readonly<Partial<Record<MemberName, string>>>

/** What a list says, as far as the model is concerned. */
export class OrderList {
  readonly length: number
  readonly ids: readonly bigint[]
  /** How many orders have no id, which the specification allows: each of them may be any order. */
  readonly nameless: number
  readonly #entries: ReadonlyMap<bigint, Json>

  constructor(entries: readonly Json[]) {
    const named = entries.flatMap((entry) => {
      const id = toInt64(member(entry, 'id'))
      return id === undefined ? [] : [[id, entry] as const]
    })
    this.length = entries.length
    this.ids = named.map(([id]) => id)
    this.nameless = entries.filter((entry) => member(entry, 'id') == null).length
    this.#entries = new Map(named)
  }

  has(id: bigint): boolean {
    return this.#entries.has(id)
  }

  /** The members of the order with this id; `undefined` if it is not in the list. */
  membersOf(id: bigint): Members | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    const values = MEMBERS.flatMap((name) => {
      const value = member(entry, name)
      return value === undefined ? [] : [[name, stringifyJson(value)] as const]
    })
    return Object.fromEntries(values)
  }
}

/** Reads the body of a list; ids keep every digit. `undefined` if it is not a JSON array. */
export function readOrderList(body: string): OrderList | undefined {
  const entries = jsonIn(body)
  return Array.isArray(entries) ? new OrderList(entries) : undefined
}

/** The first member whose value differs, apart from those to ignore. */
export function changedMember(before: Members, after: Members, ignored: ReadonlySet<string>): MemberName | undefined {
  return MEMBERS.find((name) => before[name] !== after[name] && !ignored.has(name))
}
