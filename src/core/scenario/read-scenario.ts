import { createSchemaCheck, InvalidInputError, Problems } from '../../input/index.js'
import { stringifyJson } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import type { Fault, ScenarioDocument } from './document.js'
import { toDigits } from './read-order.js'
import { readOrders } from './read-orders.js'
import { Scenario, type ScenarioParts } from './scenario.js'
import { scenarioSchema } from './schema.generated.js'

const checkScenario = createSchemaCheck(scenarioSchema)

/**
 * Reads a scenario, once and for all.
 *
 * @param nowMs what `now` means in the document unless it says so itself, in milliseconds since the Unix epoch
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function parseScenario(document: unknown, nowMs: number): Scenario {
  const refused = checkScenario(document)
  if (refused.length > 0) throw new InvalidInputError(refused)
  const { $schema: _, orders: items = [], ...frame } = document as ScenarioDocument
  const problems = new Problems()
  const startMs = problems.collect([], 'now', () => readInstant(frame.now))
  problems.collect([], 'sunset', () => readInstant(frame.sunset))
  const pets = readPets(frame.pets ?? [], problems)
  for (const [index, fault] of (frame.faults ?? []).entries()) checkFault(fault, index, problems)
  const orders = readOrders(items, startMs ?? nowMs, problems)
  problems.throwIfAny()
  return new Scenario({ ...orders, frame: structuredClone(frame), pets })
}

/**
 * Reads a list of faults.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readFaults(faults: unknown): readonly Fault[] {
  return parseScenario({ faults: faults ?? null }, 0).frame.faults ?? []
}

function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}

function readPets(pets: NonNullable<ScenarioDocument['pets']>, problems: Problems): ScenarioParts['pets'] {
  const read = new Map<string, string>()
  for (const [index, pet] of pets.entries()) {
    problems.collect(['pets', index], 'id', () => {
      const id = toDigits(pet.id)
      if (read.has(id)) throw new RangeError(`the id ${id} is there twice`)
      read.set(id, stringifyJson({ ...pet, id: BigInt(id) }))
    })
  }
  return read
}

/** What a schema cannot say: that members go together. */
function checkFault(
  { kind, delayMs, operation = 'cancelOrder', orderId, status }: Fault,
  index: number,
  problems: Problems,
): void {
  const path = ['faults', index]
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
