import { createSchemaCheck, type Problem, type Problems, type SchemaCheck } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import type { OrderInput } from './document.js'
import { scenarioSchema } from './schema.generated.js'

const scenarioCheck = lazily(() => createSchemaCheck(scenarioSchema))
const orderCheck = lazily(() => createSchemaCheck(scenarioSchema, '#/$defs/Order'))

/** The lists of a scenario, which may be long. */
const LISTS = ['orders', 'pets', 'faults'] as const

/** Each request is held against each fault. */
const MAX_FAULTS = scenarioSchema.properties.faults.maxItems

/** Items that are checked at a time: each may hold a thousand members that are wrong. */
const ITEMS_AT_A_TIME = 10

/** Checks a document against the schema of scenarios. */
export function checkScenarioSchema(document: unknown, problems: Problems): void {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    problems.refuse(scenarioCheck()(document))
    return
  }
  const lists = LISTS.flatMap((member) => {
    const items: unknown = Reflect.get(document, member)
    return Array.isArray(items) ? [{ member, items: items as readonly unknown[] }] : []
  })
  const checkedLater = lists.map(({ member }) => [member, []])
  problems.refuse(scenarioCheck()({ ...document, ...Object.fromEntries(checkedLater) }))
  for (const { member, items } of lists) {
    if (!isTooLong(member, items, problems)) checkItems(member, items, problems)
  }
}

/** Checks the members of an order, of which none is required, against the schema. */
export function checkOrderSchema(order: unknown): Problem[] {
  return isPlainOrder(order, false) ? [] : orderCheck()(order)
}

/** Checks a list of faults against the schema. */
export function checkFaultsSchema(faults: unknown, problems: Problems): void {
  if (!Array.isArray(faults)) problems.refuse(scenarioCheck()({ faults: faults ?? null }))
  else if (!isTooLong('faults', faults, problems)) checkItems('faults', faults, problems)
}

type ListName = (typeof LISTS)[number]

function isTooLong(member: ListName, { length }: readonly unknown[], problems: Problems): boolean {
  const areTooMany = member === 'faults' && length > MAX_FAULTS
  if (areTooMany) problems.refuse([{ path: [member], message: `must be at most ${MAX_FAULTS}, not ${length}` }])
  return areTooMany
}

function checkItems(member: ListName, items: readonly unknown[], problems: Problems): void {
  const indexes = [...items.keys()]
  // The schema takes its time with each order, and almost all are obviously good.
  const doubtful = member === 'orders' ? indexes.filter((index) => !isPlainOrder(items[index], true)) : indexes
  for (let first = 0; first < doubtful.length; first += ITEMS_AT_A_TIME) {
    const some = doubtful.slice(first, first + ITEMS_AT_A_TIME)
    const found = scenarioCheck()({ [member]: some.map((index) => items[index]) })
    problems.refuse(found.map((problem) => inList(problem, member, some)))
  }
}

/** The problem of an item that was checked beside others, with its place in the whole list. */
function inList({ path: [, place, ...rest], message }: Problem, member: ListName, indexes: readonly number[]): Problem {
  return { path: [member, indexes[Number(place)] ?? 0, ...rest], message }
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
