import { parseJson, stringifyJson, toInt64, type Json } from '../../../spec/index.js'

/** The members that the specification gives an order beside its id. */
export type MemberName = 'petId' | 'quantity' | 'shipDate' | 'complete'

/** The values of an order's members as JSON text; a member that is absent is left out. */
export type Members = Readonly<Partial<Record<MemberName, string>>>

/** What a list says, as far as the model is concerned. */
export interface OrderList {
  readonly length: number
  readonly byId: ReadonlyMap<bigint, Members>
  /** Ids in the order of the list. */
  readonly ids: readonly bigint[]
  /** How many orders hide their id, which the specification allows: any of them may be any order. */
  readonly nameless: number
}

const MEMBERS: readonly MemberName[] = ['petId', 'quantity', 'shipDate', 'complete']

/** Reads the body of a list; ids keep every digit. `undefined` if it is no JSON array. */
export function readOrderList(body: string): OrderList | undefined {
  const entries = parsed(body)
  if (!Array.isArray(entries)) return undefined
  const named = entries.flatMap((entry) => {
    const id = idOf(entry)
    return id === undefined ? [] : [[id, membersOf(entry)] as const]
  })
  return {
    length: entries.length,
    byId: new Map(named),
    ids: named.map(([id]) => id),
    nameless: entries.filter((entry) => memberOf(entry, 'id') == null).length,
  }
}

/** The ids that stand in the list more than once. */
export function repeatedIds({ ids }: OrderList): bigint[] {
  const seen = new Set<bigint>()
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))]
}

/** The first member whose value differs. */
export function changedMember(before: Members, after: Members, among: ReadonlySet<string>): MemberName | undefined {
  return MEMBERS.find((name) => before[name] !== after[name] && !among.has(name))
}

function parsed(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

function idOf(entry: Json): bigint | undefined {
  return toInt64(memberOf(entry, 'id'))
}

function membersOf(entry: Json): Members {
  const values = MEMBERS.flatMap((name) => {
    const value = memberOf(entry, name)
    return value === undefined ? [] : [[name, stringifyJson(value)] as const]
  })
  return Object.fromEntries(values)
}

function memberOf(entry: Json, name: string): Json | undefined {
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return undefined
  return Object.hasOwn(entry, name) ? entry[name] : undefined
}
