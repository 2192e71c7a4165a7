import { Problems } from '../../input/index.js'
import { stringifyJson } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import { checkFaultsSchema, checkScenarioSchema } from './check-schemas.js'
import type { Fault, ScenarioDocument } from './document.js'
import { toDigits } from './read-order.js'
import { readSeedOrders } from './read-seed-orders.js'
import { Scenario, type ScenarioParts } from './scenario.js'

/**
 * Reads a scenario, once and for all.
 *
 * @param nowMs what `now` means in the document unless it says so itself, in milliseconds since the Unix epoch
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function parseScenario(document: unknown, nowMs: number): Scenario {
  const problems = new Problems()
  checkScenarioSchema(document, problems)
  // A document that is no object has no members to read.
  const { orders, pets, faults = [], ...rest } = problems.isRefused([]) ? {} : (document as ScenarioDocument)
  const startMs = problems.collect([], 'now', () => readInstant(rest.now))
  const sunsetMs = problems.collect([], 'sunset', () => readInstant(rest.sunset))
  const seed = readSeedOrders(listOf(orders), { nowMs: startMs ?? nowMs, problems })
  const readPets = readPetList(listOf(pets), problems)
  for (const [index, fault] of listOf(faults).entries()) checkFault(fault, index, problems)
  problems.throwIfAny()
  return new Scenario({
    ...seed,
    title: rest.title,
    description: rest.description,
    pets: readPets,
    startMs,
    frozen: rest.frozen ?? false,
    sunsetMs,
    afterSunset: rest.afterSunset ?? 'serve',
    faults: structuredClone(faults),
  })
}

/**
 * Reads a list of faults.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readFaults(faults: unknown): readonly Fault[] {
  const problems = new Problems()
  checkFaultsSchema(faults, problems)
  const list = listOf(faults as readonly Fault[])
  for (const [index, fault] of list.entries()) checkFault(fault, index, problems)
  problems.throwIfAny()
  return structuredClone(list)
}

/** What should be a list and is none has been refused by the schema. */
function listOf<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list : []
}

function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}

function readPetList(pets: NonNullable<ScenarioDocument['pets']>, problems: Problems): ScenarioParts['pets'] {
  const ids = new Set<string>()
  return pets.flatMap((pet, index) => {
    const path = ['pets', index]
    if (problems.has(path)) return []
    const read = problems.collect(path, 'id', () => {
      const id = toDigits(pet.id)
      if (ids.has(id)) throw new RangeError(`the id ${id} is there twice`)
      ids.add(id)
      return { id, json: stringifyJson({ ...pet, id: BigInt(id) }), document: structuredClone(pet) }
    })
    return read ?? []
  })
}

/** What a schema cannot say of a fault: that its members go together. */
function checkFault(fault: Fault, index: number, problems: Problems): void {
  const path = ['faults', index]
  if (problems.isRefused(path)) return
  const { kind, delayMs, operation = 'cancelOrder', orderId, status } = fault
  const refuseIf = (isWrong: boolean, message: string, ...[member, ...others]: [keyof Fault, ...(keyof Fault)[]]) => {
    if (!isWrong || [member, ...others].some((each) => problems.has([...path, each]))) return
    problems.add({ path: [...path, member], message })
  }
  if (orderId !== undefined) problems.collect(path, 'orderId', () => toDigits(orderId))
  refuseIf(kind === 'delay' && delayMs === undefined, 'is required for a delay', 'delayMs', 'kind')
  refuseIf(kind !== 'status' && status !== undefined, 'is for faults of kind status', 'status', 'kind')
  const isUpsideDown = typeof delayMs === 'object' && delayMs.min > delayMs.max
  refuseIf(isUpsideDown, 'min must not be greater than max', 'delayMs')
  const hasOrder = operation === 'cancelOrder'
  const ofOrder = `is for cancelOrder; ${operation} has no order in its path`
  refuseIf(orderId !== undefined && !hasOrder, ofOrder, 'orderId', 'operation')
}
