import { createSchemaCheck, type Problem, type SchemaCheck } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import type { OrderInput } from './document.js'
import { scenarioSchema } from './schema.generated.js'

const scenarioCheck = lazily(() => createSchemaCheck(scenarioSchema))
const orderCheck = lazily(() => createSchemaCheck(scenarioSchema, '#/$defs/Order'))

/** Checks a document against the schema of scenarios. */
export function checkScenarioSchema(document: unknown): Problem[] {
  const orders: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'orders')
  if (!Array.isArray(orders)) return scenarioCheck()(document)
  // The schema takes its time with each order, and almost all are obviously good.
  const indexes = [...orders.keys()].filter((index) => !isPlainOrder(orders[index], true))
  const problems = scenarioCheck()({
    ...(document as object),
    orders: indexes.map((index) => orders[index] as unknown),
  })
  return problems.map(({ path: [member = '', index, ...rest], message }) => {
    if (member !== 'orders' || typeof index !== 'number') return { path: pathOf(member, index, rest), message }
    return { path: [member, indexes[index] ?? index, ...rest], message }
  })
}

/** Checks the members of an order, of which none is required, against the schema. */
export function checkOrderSchema(order: unknown): Problem[] {
  return isPlainOrder(order, false) ? [] : orderCheck()(order)
}

/** Checks a list of faults against the schema. */
export function checkFaultsSchema(faults: unknown): Problem[] {
  return scenarioCheck()({ faults: faults ?? null })
}

function pathOf(member: string | number, index: string | number | undefined, rest: readonly (string | number)[]) {
  return member === '' ? [] : [member, ...(index === undefined ? [] : [index]), ...rest]
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
