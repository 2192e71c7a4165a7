import { createSchemaCheck, type Problem } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import type { OrderInput } from './document.js'
import { scenarioSchema } from './schema.generated.js'

/** The lists of a scenario, which may be long. */
const LISTS = ['orders', 'pets', 'faults'] as const

export type ListName = (typeof LISTS)[number]

/** Each request is held against each fault. */
export const MAX_FAULTS = scenarioSchema.properties.faults.maxItems

const checkScenario = createSchemaCheck(scenarioSchema)

/** Checks the members of an order, of which none is required, against the schema. */
export const checkOrder = createSchemaCheck(scenarioSchema, '#/$defs/Order')

/** Checks a document against the schema of scenarios, without the items of its lists. */
export function checkFrame(document: unknown): Problem[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return checkScenario(document)
  const lists = LISTS.filter((member) => Array.isArray(Reflect.get(document, member)))
  const problems = checkScenario({ ...document, ...Object.fromEntries(lists.map((member) => [member, []])) })
  const { length } = Object(Reflect.get(document, 'faults')) as { readonly length?: number }
  if (length === undefined || length <= MAX_FAULTS) return problems
  return [...problems, { path: ['faults'], message: `must be at most ${MAX_FAULTS}, not ${length}` }]
}

/** Checks an item of a list of a document. */
export function checkItem(list: ListName, index: number, item: unknown): Problem[] {
  // The schema takes its time with each order, and almost all are obviously good.
  if (list === 'orders' && isPlainOrder(item)) return []
  return checkScenario({ [list]: [item] }).map(({ path: [, , ...rest], message }) => ({
    path: [list, index, ...rest],
    message,
  }))
}

const SHIP_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const STATUSES: ReadonlySet<unknown> = new Set([undefined, 'pending', 'shipped', 'cancelled'])

/** Whether an order is of the usual form, which the schema lets pass; any other may be good or not. */
function isPlainOrder(order: unknown): boolean {
  if (typeof order !== 'object' || order === null || Array.isArray(order)) return false
  const { id, petId, quantity, shipDate, complete, status, ...others }: Partial<Record<keyof OrderInput, unknown>> =
    order
  for (const _ in others) return false
  return (
    toInt64(id) !== undefined &&
    (petId === undefined || toInt64(petId) !== undefined) &&
    (quantity === undefined || Number.isSafeInteger(quantity)) &&
    (shipDate === undefined || (typeof shipDate === 'string' && SHIP_DATE.test(shipDate))) &&
    (complete === undefined || typeof complete === 'boolean') &&
    STATUSES.has(status)
  )
}
