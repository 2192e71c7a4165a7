import { parseJson, stringifyJson, toInt64, type Json } from '../../../spec/index.js'

const MEMBERS = ['petId', 'quantity', 'shipDate', 'complete'] as const

/** The members of an order beside its id. */
export type MemberName = (typeof MEMBERS)[number]

/** The values of an order's members as JSON text; absent members are left out. */
export type Members = Readonly<Partial<Record<MemberName, string>>>

/** What a list says, as far as the model is concerned. */
export class OrderList {
  readonly length: number
  /** In the order of the list. */
  readonly ids: readonly bigint[]
  /** How many orders have no id, which the specification allows: each of them may be any order. */
  readonly nameless: number
  readonly #entries: ReadonlyMap<bigint, Json>
  // Of most orders nobody asks for the members.
  readonly #members = new Map<bigint, Members>()

  constructor(entries: readonly Json[]) {
    const ids: bigint[] = []
    const byId = new Map<bigint, Json>()
    let nameless = 0
    for (const entry of entries) {
      const value = memberOf(entry, 'id')
      const id = toInt64(value)
      if (value == null) nameless += 1
      if (id === undefined) continue
      ids.push(id)
      byId.set(id, entry)
    }
    this.length = entries.length
    this.ids = ids
    this.nameless = nameless
    this.#entries = byId
  }

  has(id: bigint): boolean {
    return this.#entries.has(id)
  }

  /** The members of the order with this id; `undefined` if it is not in the list. */
  membersOf(id: bigint): Members | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    const members = this.#members.get(id) ?? membersOf(entry)
    this.#members.set(id, members)
    return members
  }
}

/** Reads the body of a list; ids keep every digit. `undefined` if it is not a JSON array. */
export function readOrderList(body: string): OrderList | undefined {
  const entries = parsed(body)
  return Array.isArray(entries) ? new OrderList(entries) : undefined
}

/** The ids that are in the list more than once. */
export function repeatedIds({ ids }: OrderList): bigint[] {
  const seen = new Set<bigint>()
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))]
}

/** The first member whose value differs, apart from those to ignore. */
export function changedMember(before: Members, after: Members, ignored: ReadonlySet<string>): MemberName | undefined {
  return MEMBERS.find((name) => before[name] !== after[name] && !ignored.has(name))
}

function parsed(body: string): Json | undefined {
  try {
    // Several times as fast as a parser that keeps all digits, which tells with long lists.
    return JSON.parse(body.replaceAll(LARGE_INTEGER, String.raw`"${MARK_IN_JSON}$&"`)) as Json
  } catch {
    // Such digits stood in a string, if it is JSON at all.
  }
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

// In a string a quotation mark before a digit ends the string, and what follows is no JSON.
const LARGE_INTEGER = /(?<![\w.+-])-?\d{16,}(?:\.0+)?(?![\d.eE])/g
const MARK = '\0'
const MARK_IN_JSON = String.raw`\u0000`

function unmarked(value: Json): Json {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return value
  // `7.0` is an integer to JSON Schema.
  return parseJson(value.slice(MARK.length).replace(/\.0+$/, ''))
}

function membersOf(entry: Json): Members {
  const values = MEMBERS.flatMap((name) => {
    const value = memberOf(entry, name)
    return value === undefined ? [] : [[name, asText(value)] as const]
  })
  return Object.fromEntries(values)
}

function asText(value: Json): string {
  try {
    return stringifyJson(value)
  } catch {
    return 'a value that is nested too deep'
  }
}

function memberOf(entry: Json, name: string): Json | undefined {
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return undefined
  const value = Object.hasOwn(entry, name) ? entry[name] : undefined
  return value === undefined ? undefined : unmarked(value)
}
