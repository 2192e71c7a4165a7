import { createSchemaCheck, type Problem, type SchemaCheck } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import type { OrderInput } from './document.js'
import { scenarioSchema } from './schema.generated.js'

const scenarioCheck = lazily(() => createSchemaCheck(scenarioSchema))
const orderCheck = lazily(() => createSchemaCheck(scenarioSchema, '#/$defs/Order'))

/** The lists of a scenario, which may be long. */
const LISTS = ['orders', 'pets'] as const

const MAX_FAULTS = 1000

/** Items between two pauses. */
const STRIDE = 100

/** Checks a document against the schema of scenarios, with pauses, some milliseconds apart. */
export function* checkScenarioSchema(document: unknown): Generator<void, Problem[]> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return scenarioCheck()(document)
  const lists = LISTS.flatMap((member) => {
    const items: unknown = Reflect.get(document, member)
    return Array.isArray(items) ? [{ member, items: items as readonly unknown[] }] : []
  })
  const tooMany = countFaults(Reflect.get(document, 'faults'))
  const checkedLater = lists.map(({ member }) => [member, []])
  const others = { ...document, ...(tooMany.length > 0 && { faults: [] }) }
  const problems = [...tooMany, ...scenarioCheck()({ ...others, ...Object.fromEntries(checkedLater) })]
  for (const { member, items } of lists) {
    for (let start = 0; start < items.length; start += STRIDE) {
      for (const problem of checkItems(member, items, start)) problems.push(problem)
      yield
    }
  }
  return problems
}

/** Checks the members of an order, of which none is required, against the schema. */
export function checkOrderSchema(order: unknown): Problem[] {
  return isPlainOrder(order, false) ? [] : orderCheck()(order)
}

/** Checks a list of faults against the schema. */
export function checkFaultsSchema(faults: unknown): Problem[] {
  const tooMany = countFaults(faults)
  return tooMany.length > 0 ? tooMany : scenarioCheck()({ faults: faults ?? null })
}

/** Each request is held against each fault. */
function countFaults(faults: unknown): Problem[] {
  if (!Array.isArray(faults) || faults.length <= MAX_FAULTS) return []
  return [{ path: ['faults'], message: `must be at most ${MAX_FAULTS}, not ${faults.length}` }]
}

/** Checks some items of a list. */
function checkItems(member: (typeof LISTS)[number], items: readonly unknown[], start: number): Problem[] {
  const indexes = [...items.slice(start, start + STRIDE).keys()].map((offset) => start + offset)
  // The schema takes its time with each order, and almost all are obviously good.
  const doubtful = member === 'orders' ? indexes.filter((index) => !isPlainOrder(items[index], true)) : indexes
  if (doubtful.length === 0) return []
  const problems = scenarioCheck()({ [member]: doubtful.map((index) => items[index]) })
  return problems.map(({ path: [, index, ...rest], message }) => {
    return { path: [member, doubtful[Number(index)] ?? 0, ...rest], message }
  })
}

const SHIP_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const STATUSES: ReadonlySet<unknown> = new Set([undefined, 'pending', 'shipped', 'cancelled'])

/** Whether an order is of the usual form, which the schema lets pass; any other may be good or not. */
function isPlainOrder(order: unknown, needsId: boolean): boolean {
  if (typeof order !== 'object' || order === null || Array.isArray(order)) return false
  const { id, petId, quantity, shipDate, complete, status, ...others }: Partial<Record<keyof OrderInput, unknown>> =
    order
  for (const _ in others) return false
  return (
    (id === undefined ? !needsId : toInt64(id) !== undefined) &&
    (petId === undefined || toInt64(petId) !== undefined) &&
    (quantity === undefined || Number.isSafeInteger(quantity)) &&
    (shipDate === undefined || (typeof shipDate === 'string' && SHIP_DATE.test(shipDate))) &&
    (complete === undefined || typeof complete === 'boolean') &&
    STATUSES.has(status)
  )
}

function lazily(make: () => SchemaCheck): () => SchemaCheck {
  let made: SchemaCheck | undefined
  return () => (made ??= make())
}
