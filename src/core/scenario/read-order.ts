import { type InputPath, InvalidInputError, readAt } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import { addDuration, formatInstant, parseDuration, parseInstant } from '../instant.js'
import type { Order } from '../sandbox/order.js'
import { checkOrderSchema } from './check-schemas.js'
import type { Id, OrderInput } from './document.js'

/** Where an order stands in its document, and the instant that `now` means, in milliseconds since the Unix epoch. */
export interface ReadingPlace {
  readonly path: InputPath
  readonly nowMs: number
}

const RELATIVE = /^now(?:([+-])(P.*))?$/

/**
 * Reads the members of an order that a program or a request gives, except its id.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readOrder(input: unknown, nowMs: number): Omit<Order, 'id'> {
  const problems = checkOrderSchema(input)
  if (problems.length > 0) throw new InvalidInputError(problems)
  return readOrderMembers(input as OrderInput, { path: [], nowMs })
}

/**
 * Reads the members of an order, except its id, that have passed the schema.
 *
 * @throws {InvalidInputError} if a number is no int64, or a date no real one
 */
export function readOrderMembers(input: Omit<OrderInput, 'id'>, { path, nowMs }: ReadingPlace): Omit<Order, 'id'> {
  const { petId, quantity, shipDate, complete, shipAfter, status = 'pending' } = input
  const members: { -readonly [member in keyof Omit<Order, 'id'>]: Order[member] } = { status }
  if (petId !== undefined) members.petId = readId(petId, [...path, 'petId'])
  if (quantity !== undefined) members.quantity = quantity
  if (shipDate !== undefined) members.shipDate = readAt([...path, 'shipDate'], () => readMoment(shipDate, nowMs))
  if (complete !== undefined) members.complete = complete
  if (shipAfter !== undefined) {
    if (status !== 'pending') {
      const message = `is for a pending order; this one is ${status}`
      throw new InvalidInputError([{ path: [...path, 'shipAfter'], message }])
    }
    members.shipAfterMs = readAt([...path, 'shipAfter'], () => spanOf(shipAfter, nowMs))
  }
  return members
}

/**
 * Reads an id to its canonical decimal digits.
 *
 * @throws {InvalidInputError} if it is no int64, or a number whose last digits may be lost already
 */
export function readId(id: Id, path: InputPath = ['id']): string {
  const value = toInt64(id)
  if (value !== undefined) return String(value)
  const isInexact = typeof id === 'number' && Number.isInteger(id)
  const advice = isInexact
    ? 'as a JavaScript number it may have lost digits: give a bigint or a string'
    : 'an int64 lies between -9223372036854775808 and 9223372036854775807'
  throw new InvalidInputError([{ path, message: `${String(id)} is no id: ${advice}` }])
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
