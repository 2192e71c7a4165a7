import { type components, isObject, type Json, toInt64 } from '../spec/index.js'

/**
 * How ids are returned, with every digit: as `bigint`, or as decimal `string`. Other integers are numbers, unless a number
 * does not represent them (beyond 2^53-1): then they are returned as ids are.
 */
export type IdType = 'bigint' | 'string'

type Id<Ids extends IdType> = Ids extends 'string' ? string : bigint

type OrderOfApi = components['schemas']['Order']

/**
 * An order as the API shows it; any field may be missing, and unknown fields are dropped. The specification sets no bounds
 * to `quantity`: beyond 2^53-1, which no shop reaches, it is exact as an id is, whatever its type says.
 */
export type Order<Ids extends IdType = 'bigint'> = {
  readonly [Member in keyof OrderOfApi]: OrderOfApi[Member] extends bigint | undefined ? Id<Ids> : OrderOfApi[Member]
}

type PetMember<Ids extends IdType> =
  | null
  | boolean
  | number
  | string
  | Id<Ids>
  | readonly PetMember<Ids>[]
  | { readonly [member: string]: PetMember<Ids> }

/**
 * A pet: the specification leaves its fields open. Its `id` is omitted if it is not an int64, since no pet can be
 * read by it. Integers beyond 2^53-1, which a number does not represent, are returned as ids are.
 */
export type Pet<Ids extends IdType = 'bigint'> = { readonly id?: Id<Ids> } & Readonly<Record<string, PetMember<Ids>>>

/** An id in a program: a bigint, a decimal string, or a number up to 2^53-1. */
export type IdLike = bigint | number | string

/** Reads an order from its JSON; `undefined` if it is not one. */
export function readOrder(json: Json): Order | undefined {
  if (!isObject(json)) return undefined
  const { id = 0, petId = 0, quantity = 0, shipDate = '', complete = false } = json
  if (!isId(id) || !isId(petId) || !isExactInteger(quantity)) return undefined
  if (typeof shipDate !== 'string' || typeof complete !== 'boolean') return undefined
  const order = { id: BigInt(id), petId: BigInt(petId), quantity, shipDate, complete }
  // Missing fields stay missing.
  return Object.fromEntries(Object.entries(order).filter(([member]) => member in json))
}

/** Reads a pet from its JSON; `undefined` if it is not one. */
export function readPet(json: Json | undefined): Pet | undefined {
  if (!isObject(json)) return undefined
  const { id, ...others } = json
  return { ...(isId(id) && { id: BigInt(id) }), ...others }
}

/** A number beyond 2^53-1 has been written with an exponent or a fraction, and may have lost digits. */
function isExactInteger(json: Json): boolean {
  return typeof json === 'bigint' || Number.isSafeInteger(json)
}

/** In JSON an id is a number: a string is a provider's mistake that must not pass unnoticed. */
function isId(json: Json | undefined): json is number | bigint {
  return typeof json !== 'string' && toInt64(json) !== undefined
}
