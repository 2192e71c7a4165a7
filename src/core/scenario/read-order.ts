import { type InputPath, InvalidInputError, readAt } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import { addDuration, formatInstant, parseDuration, parseInstant } from '../instant.js'
import type { Order } from '../sandbox/order.js'
import type { Id, OrderInput } from './document.js'

/** Where an order stands in its document, and the instant that `now` means, in milliseconds since the Unix epoch. */
export interface ReadingPlace {
  readonly path: InputPath
  readonly nowMs: number
}

const RELATIVE = /^now(?:([+-])(P.*))?$/

/**
 * Reads the members of an order, except its id, from a document that has passed the schema.
 *
 * @throws {InvalidInputError} if a number is no int64, or a date no real one
 */
export function readOrder(input: Omit<OrderInput, 'id'>, { path, nowMs }: ReadingPlace): Omit<Order, 'id'> {
  const { petId, quantity, shipDate, complete, shipAfter, status = 'pending' } = input
  return {
    ...(petId !== undefined && { petId: readId(petId, [...path, 'petId']) }),
    ...(quantity !== undefined && { quantity }),
    ...(shipDate !== undefined && { shipDate: readAt([...path, 'shipDate'], () => readMoment(shipDate, nowMs)) }),
    ...(complete !== undefined && { complete }),
    status,
    ...(shipAfter !== undefined && { shipAfterMs: readAt([...path, 'shipAfter'], () => spanOf(shipAfter, nowMs)) }),
  }
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
