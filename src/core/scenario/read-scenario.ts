import { createSchemaCheck, InvalidInputError, Problems } from '../../input/index.js'
import { copyJson, type Json, operations, stringifyJson, toDigits } from '../../spec/index.js'
import { parseOptionalInstant } from '../instant.js'
import type { Order } from './order.js'
import type { Fault, ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { MAX_ORDERS, readMembers } from './read-order.js'
import { Scenario } from './scenario.js'
import { scenarioSchema } from './schema.generated.js'

const checkScenario = createSchemaCheck(scenarioSchema)

/** How many times a document may ask for generated orders: each time has to find ids that are free. */
const MAX_REQUESTS = 100

/**
 * Reads and validates a scenario.
 * @param nowMs the clock's start, unless the scenario has a `now`
 * @throws {InvalidInputError} naming each wrong field
 */
export function parseScenario(document: unknown, nowMs: number): Scenario {
  const refused = checkScenario(document)
  if (refused.length > 0) throw new InvalidInputError(refused)
  const { $schema: _, orders: given = [], ...frame } = document as ScenarioDocument
  const problems = new Problems()
  const startMs = problems.collect([], 'now', () => parseOptionalInstant(frame.now))
  problems.collect([], 'sunset', () => parseOptionalInstant(frame.sunset))
  const pets = readPets(frame.pets ?? [], problems)
  for (const [index, fault] of (frame.faults ?? []).entries()) checkFault(fault, index, problems)
  const items = readItems(given, startMs ?? nowMs, problems)
  const orders = makeOrders(items, problems)
  problems.throwIfAny()
  return new Scenario(copyJson(frame as Json) as typeof frame, orders, items, pets)
}

/** Reads a list of faults. @throws {InvalidInputError} naming each wrong field */
export function readFaults(faults: unknown): readonly Fault[] {
  return parseScenario({ faults: faults ?? null }, 0).frame.faults ?? []
}

function readPets(pets: NonNullable<ScenarioDocument['pets']>, problems: Problems): Scenario['pets'] {
  const read = new Map<string, string>()
  for (const [index, pet] of pets.entries()) {
    problems.collect(['pets', index], 'id', () => {
      const id = toDigits(pet.id)
      if (read.has(id)) throw new RangeError(`the id ${id} is used twice`)
      read.set(id, stringifyJson({ ...pet, id: BigInt(id) }))
    })
  }
  return read
}

/** The headers that the mock sets itself, because they belong to the connection (RFC 9110, section 7.6.1) or to the length. */
const OF_THE_CONNECTION = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** Checks what a schema cannot say: which fields go together. */
function checkFault(fault: Fault, index: number, problems: Problems): void {
  const { kind, delayMs, operation, orderId, when, headers = {} } = fault
  const path = ['faults', index]
  const refuseIf = (isWrong: boolean, member: keyof Fault, message: string): void => {
    if (isWrong) problems.add({ path: [...path, member], message })
  }
  if (orderId !== undefined) problems.collect(path, 'orderId', () => toDigits(orderId))
  refuseIf(kind === 'delay' && delayMs === undefined, 'delayMs', 'is required for a delay')
  for (const member of ['status', 'message', 'body', 'headers', 'cors'] as const) {
    refuseIf(kind !== 'status' && fault[member] !== undefined, member, 'is for faults of kind status')
  }
  refuseIf(when !== undefined && /^(?:delay|hang|hold)$/.test(kind), 'when', `is not for faults of kind ${kind}`)
  for (const [name, value] of Object.entries(headers)) {
    problems.collect([...path, 'headers'], name, () => {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new RangeError('is not the name of a header')
      if (OF_THE_CONNECTION.test(name)) throw new RangeError('is set by the mock: leave it out')
      if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
        throw new RangeError('has a character that no header can have')
    })
  }
  const isUpsideDown = typeof delayMs === 'object' && delayMs.min > delayMs.max
  refuseIf(isUpsideDown, 'delayMs', 'min must not be greater than max')
  const hasOrder = operation === undefined || operations[operation].parameter === 'orderId'
  refuseIf(orderId !== undefined && !hasOrder, 'orderId', `${operation} has no order in its path: leave it out`)
}

type OrderItems = NonNullable<ScenarioDocument['orders']>

function readItems(given: OrderItems, nowMs: number, problems: Problems): Scenario['items'] {
  checkLimits(given, problems)
  const named = new Set<string>()
  return given.map((item, index) => {
    if ('generate' in item) return { generate: { ...item.generate } }
    const path = ['orders', index]
    const id = problems.collect(path, 'id', () => {
      const digits = toDigits(item.id)
      if (named.has(digits)) throw new RangeError(`the id ${digits} is used twice`)
      named.add(digits)
      return digits
    })
    return { id: id ?? '', ...readMembers(item, path, nowMs, problems) }
  })
}

function checkLimits(given: OrderItems, problems: Problems): void {
  const counts = given.flatMap((item) => ('generate' in item ? item.generate.count : []))
  const total = counts.reduce((sum, count) => sum + count, given.length - counts.length)
  const refuseIf = (isTooMuch: boolean, message: string): void => {
    if (isTooMuch) problems.add({ path: ['orders'], message })
  }
  refuseIf(total > MAX_ORDERS, `a document holds at most ${MAX_ORDERS} orders, generated ones included`)
  refuseIf(counts.length > MAX_REQUESTS, `a document can ask to generate orders ${MAX_REQUESTS} times`)
  problems.throwIfAny()
}

/** The orders by their ids, generated ones included. */
function makeOrders(items: Scenario['items'], problems: Problems): ReadonlyMap<string, Order> {
  const named = new Set(items.flatMap((item) => ('generate' in item ? [] : item.id)))
  const orders = new Map<string, Order>()
  const isTaken = (id: string): boolean => named.has(id) || orders.has(id)
  for (const [index, item] of items.entries()) {
    if (!('generate' in item)) orders.set(item.id, item)
    else {
      problems.collect(['orders', index, 'generate'], 'firstId', () => {
        for (const order of generateOrders(item.generate, isTaken)) orders.set(order.id, order)
      })
    }
  }
  return orders
}
