import { Problems } from '../../input/index.js'
import { stringifyJson } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import { checkFrame, checkItem, type ListName, MAX_FAULTS } from './check-schemas.js'
import type { Fault, ScenarioDocument } from './document.js'
import { toDigits } from './read-order.js'
import { readOrders } from './read-orders.js'
import { Scenario, type ScenarioParts } from './scenario.js'

/**
 * Reads a scenario, once and for all.
 *
 * @param nowMs what `now` means in the document unless it says so itself, in milliseconds since the Unix epoch
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function parseScenario(document: unknown, nowMs: number): Scenario {
  const problems = new Problems()
  const refused = checkFrame(document)
  problems.add(...refused)
  // What the schema refuses is not read.
  const { $schema: _, orders: __, ...frame }: ScenarioDocument = refused.length > 0 ? {} : Object(document)
  const startMs = problems.collect([], 'now', () => readInstant(frame.now))
  problems.collect([], 'sunset', () => readInstant(frame.sunset))
  const seed = readOrders(listOf(document, 'orders'), startMs ?? nowMs, problems)
  const pets = readPets(listOf(document, 'pets'), problems)
  for (const [index, fault] of listOf(document, 'faults').slice(0, MAX_FAULTS).entries())
    checkFault(fault, index, problems)
  problems.throwIfAny()
  return new Scenario({ ...seed, frame: structuredClone(frame), pets })
}

/**
 * Reads a list of faults.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readFaults(faults: unknown): readonly Fault[] {
  return parseScenario({ faults: faults ?? null }, 0).faults
}

/** What should be a list and is none has been refused by the schema. */
function listOf<Name extends ListName>(document: unknown, name: Name): NonNullable<ScenarioDocument[Name]> {
  const list: unknown = Object(document)[name]
  return (Array.isArray(list) ? list : []) as NonNullable<ScenarioDocument[Name]>
}

function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}

function readPets(pets: NonNullable<ScenarioDocument['pets']>, problems: Problems): ScenarioParts['pets'] {
  const read = new Map<string, string>()
  for (const [index, pet] of pets.entries()) {
    const refused = checkItem('pets', index, pet)
    problems.add(...refused)
    if (refused.length > 0) continue
    problems.collect(['pets', index], 'id', () => {
      const id = toDigits(pet.id)
      if (read.has(id)) throw new RangeError(`the id ${id} is there twice`)
      read.set(id, stringifyJson({ ...pet, id: BigInt(id) }))
    })
  }
  return read
}

function checkFault(fault: Fault, index: number, problems: Problems): void {
  const refused = checkItem('faults', index, fault)
  problems.add(...refused)
  if (refused.length > 0) return
  const path = ['faults', index]
  const { kind, delayMs, operation = 'cancelOrder', orderId, status } = fault
  // What a schema cannot say: that members go together.
  const refuseIf = (isWrong: boolean, member: keyof Fault, message: string): void => {
    if (isWrong) problems.add({ path: [...path, member], message })
  }
  if (orderId !== undefined) problems.collect(path, 'orderId', () => toDigits(orderId))
  refuseIf(kind === 'delay' && delayMs === undefined, 'delayMs', 'is required for a delay')
  refuseIf(kind !== 'status' && status !== undefined, 'status', 'is for faults of kind status')
  const isUpsideDown = typeof delayMs === 'object' && delayMs.min > delayMs.max
  refuseIf(isUpsideDown, 'delayMs', 'min must not be greater than max')
  const ofOrder = `is for cancelOrder; ${operation} has no order in its path`
  refuseIf(orderId !== undefined && operation !== 'cancelOrder', 'orderId', ofOrder)
}
