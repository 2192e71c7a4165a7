import { createSchemaCheck, type InputPath, Problems, readAt } from '../../input/index.js'
import { readDateTime, toDigits } from '../../spec/index.js'
import { addDuration, formatInstant, parseDuration } from '../instant.js'
import type { Order } from './order.js'
import type { Id, OrderInput } from './document.js'
import { scenarioSchema } from './schema.generated.js'

const checkOrder = createSchemaCheck(scenarioSchema, '#/$defs/Order')

/** The maximum number of orders in a document or a sandbox. */
export const MAX_ORDERS = 100_000

const RELATIVE = /^now(?:([+-])(P.*))?$/

/**
 * Reads the fields of an order that a program or a request passes, except its id.
 * @throws {InvalidInputError} naming each wrong field
 */
export function readOrder(input: unknown, nowMs: number): Omit<Order, 'id'> {
  const problems = new Problems()
  problems.add(...checkOrder(input))
  problems.throwIfAny()
  const order = readMembers(input as OrderInput, [], nowMs, problems)
  problems.throwIfAny()
  return order
}

/** Reads the fields of an order that the schema has let pass, except its id; they can be used if there is no problem. */
export function readMembers(
  { petId, quantity, shipDate, complete, shipAfter, status = 'pending' }: Omit<OrderInput, 'id'>,
  path: InputPath,
  nowMs: number,
  problems: Problems,
): Omit<Order, 'id'> {
  const members: { -readonly [member in keyof Omit<Order, 'id'>]: Order[member] } = { status }
  const collect = (member: keyof OrderInput, read: () => void): void => problems.collect(path, member, read)
  if (petId !== undefined) collect('petId', () => (members.petId = toDigits(petId)))
  if (quantity !== undefined) collect('quantity', () => (members.quantity = exact(quantity)))
  if (shipDate !== undefined) collect('shipDate', () => (members.shipDate = readMoment(shipDate, nowMs)))
  if (complete !== undefined) members.complete = complete
  if (shipAfter !== undefined) {
    collect('shipAfter', () => {
      if (status !== 'pending') throw new RangeError(`is for a pending order; this one is ${status}`)
      members.shipAfterMs = addDuration(nowMs, parseDuration(shipAfter)) - nowMs
    })
  }
  return members
}

/** Reads an id to its digits. @throws {InvalidInputError} if it is not an int64, or a number that may have lost digits */
export function readId(id: Id, path: InputPath = ['id']): string {
  return readAt(path, () => toDigits(id))
}

/** A number that was written as `9007199254740993.0` is rounded; without the fraction it would be a bigint. */
function exact(quantity: number): number {
  if (typeof quantity === 'bigint' || Number.isSafeInteger(quantity)) return quantity
  throw new RangeError(`${quantity} may have lost digits: write it without a fraction or exponent, or pass a bigint`)
}

function readMoment(text: string, nowMs: number): string {
  const relative = RELATIVE.exec(text)
  if (relative === null) {
    if (readDateTime(text)?.hasTime === true) return text
    throw new RangeError(`"${text}" is not a date-time of ISO 8601, such as 2026-11-20T12:00:00Z.`)
  }
  const [, sign = '+', duration = 'PT0S'] = relative
  // Fractions of a second are a freedom of their own, and many clients do not read them.
  const secondMs = Math.floor(nowMs / 1000) * 1000
  return formatInstant(addDuration(secondMs, parseDuration(sign === '-' ? `-${duration}` : duration)))
}
