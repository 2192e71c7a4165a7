import { type InputPath, Problems, readAt } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import { addDuration, formatInstant, parseDuration, parseInstant } from '../instant.js'
import type { Order } from '../sandbox/order.js'
import { checkOrderSchema } from './check-schemas.js'
import type { Id, OrderInput } from './document.js'

/** Where an order stands in its document. */
export interface ReadingPlace {
  readonly path: InputPath
  /** The instant that `now` means, in milliseconds since the Unix epoch. */
  readonly nowMs: number
  /** What the schema refuses; what is found here is added to it. */
  readonly problems: Problems
}

const RELATIVE = /^now(?:([+-])(P.*))?$/

/**
 * Reads the members of an order that a program or a request gives, except its id.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readOrder(input: unknown, nowMs: number): Omit<Order, 'id'> {
  const problems = new Problems()
  problems.refuse(checkOrderSchema(input))
  if (problems.isRefused([])) problems.throwIfAny()
  const order = readOrderMembers({}, input as OrderInput, { path: [], nowMs, problems })
  problems.throwIfAny()
  return order
}

type Writable = { -readonly [member in keyof Omit<Order, 'id'>]: Order[member] }

/**
 * Reads the members of an order, except its id, into an object, which is cheaper than to copy them. They can be used if
 * no problem has come up.
 */
export function readOrderMembers<Read extends object>(
  order: Read,
  input: Omit<OrderInput, 'id'>,
  { path, nowMs, problems }: ReadingPlace,
): Read & Omit<Order, 'id'> {
  const { petId, quantity, shipDate, complete, shipAfter, status = 'pending' } = input
  const members = order as Read & Writable
  const collect = (member: keyof OrderInput, read: () => void): void => problems.collect(path, member, read)
  members.status = status
  if (petId !== undefined) collect('petId', () => (members.petId = toDigits(petId)))
  if (quantity !== undefined) {
    members.quantity = quantity
    if (isRounded(quantity)) collect('quantity', () => refuseRounded(quantity))
  }
  if (shipDate !== undefined) collect('shipDate', () => (members.shipDate = readMoment(shipDate, nowMs)))
  if (complete !== undefined) members.complete = complete
  if (shipAfter !== undefined) {
    collect('shipAfter', () => {
      if (status !== 'pending' && !problems.has([...path, 'status'])) {
        throw new RangeError(`is for a pending order; this one is ${status}`)
      }
      members.shipAfterMs = spanOf(shipAfter, nowMs)
    })
  }
  return members
}

/**
 * Reads an id to its canonical decimal digits.
 *
 * @throws {InvalidInputError} if it is no int64, or a number whose last digits may be lost already
 */
export function readId(id: Id, path: InputPath = ['id']): string {
  return readAt(path, () => toDigits(id))
}

/** @throws {RangeError} like {@link readId} */
export function toDigits(id: Id): string {
  const value = toInt64(id)
  if (value !== undefined) return String(value)
  const isInexact = typeof id === 'number' && Number.isInteger(id)
  const advice = isInexact
    ? 'as a JavaScript number it may have lost digits: give a bigint or a string'
    : 'an int64 lies between -9223372036854775808 and 9223372036854775807'
  throw new RangeError(`${String(id)} is no id: ${advice}`)
}

/** A number that was written as `9007199254740993.0`; without the fraction it would be a bigint. */
function isRounded(quantity: number | bigint): boolean {
  return typeof quantity === 'number' && !Number.isSafeInteger(quantity)
}

function refuseRounded(quantity: number): never {
  throw new RangeError(`${quantity} may have lost digits: give it without fraction or exponent, or as a bigint`)
}

function readMoment(text: string, nowMs: number): string {
  const relative = RELATIVE.exec(text)
  if (relative === null) {
    parseInstant(text)
    return text
  }
  const [, sign = '+', duration = 'PT0S'] = relative
  return formatInstant(addDuration(nowMs, parseDuration(sign === '-' ? `-${duration}` : duration)))
}

function spanOf(duration: string, nowMs: number): number {
  return addDuration(nowMs, parseDuration(duration)) - nowMs
}
