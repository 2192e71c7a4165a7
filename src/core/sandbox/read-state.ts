import { createSchemaCheck, InvalidInputError, readAt } from '../../input/index.js'
import { EARLIEST_MS, LATEST_MS } from '../instant.js'
import { readFreedoms } from '../scenario/read-freedoms.js'
import { readId, readOrder } from '../scenario/read-order.js'
import { readFaults } from '../scenario/read-scenario.js'
import type { Scenario } from '../scenario/scenario.js'
import { OrderStore } from './order-store.js'
import type { Order } from '../scenario/order.js'
import type { SandboxState, World } from './world.js'

const NAME = '[A-Za-z0-9._-]{1,100}'
const INSTANT = { type: 'number', minimum: EARLIEST_MS, maximum: LATEST_MS }
const SPAN = { type: 'number', minimum: -LATEST_MS, maximum: LATEST_MS }
const arrayOf = (items: object) => ({ type: 'array', items })
const objectOf = (properties: object, optional: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
})

/** Checks what only a state has; what a scenario has as well is checked as in a scenario. */
const checkState = createSchemaCheck(
  objectOf(
    {
      name: { type: 'string', pattern: `^${NAME}(~${NAME})?$` },
      lastUsedMs: INSTANT,
      scenario: { type: 'string', pattern: `^${NAME}$` },
      clock: objectOf({ offsetMs: SPAN }, { frozenAtMs: INSTANT }),
      faults: { type: 'array' },
      seed: { type: 'string' },
      seededAtMs: INSTANT,
      orders: objectOf({
        changed: arrayOf({ type: 'object', properties: { shipAfterMs: SPAN, pendingSinceMs: INSTANT } }),
        removed: arrayOf({ type: 'string', pattern: '^-?[0-9]{1,19}$' }),
      }),
    },
    { start: { type: 'string' }, sunsetMs: INSTANT, freedoms: {} },
  ),
)

/**
 * Reads the state of a sandbox, wherever it was stored.
 * @param readScenario reads the JSON text of a scenario
 * @throws {InvalidInputError} naming the first field that is wrong
 */
export function readState(stored: SandboxState, readScenario: (json: string) => Scenario): World {
  const [problem] = checkState(stored)
  if (problem !== undefined) throw new InvalidInputError([problem])
  const { scenario, start, clock, sunsetMs, faults, freedoms, seed, seededAtMs, orders } = stored
  const started = readAt(['seed'], () => readScenario(seed))
  const changed = new Map<string, Order>()
  for (const [index, { id: text, shipAfterMs, pendingSinceMs, ...fields }] of orders.changed.entries())
    readAt(['orders', 'changed', index], () => {
      const id = readId(text)
      if (changed.has(id)) throw new InvalidInputError([{ path: ['id'], message: `the id ${id} is used twice` }])
      changed.set(id, {
        id,
        ...readOrder(fields, 0),
        ...(shipAfterMs !== undefined && { shipAfterMs }),
        ...(pendingSinceMs !== undefined && { pendingSinceMs }),
      })
    })
  return {
    scenario,
    start: start === undefined ? undefined : readAt(['start'], () => readScenario(start)),
    clock,
    sunsetMs,
    faults: readFaults(faults),
    freedoms: freedoms === undefined ? undefined : readAt(['freedoms'], () => readFreedoms(freedoms)),
    orders: new OrderStore(started, seededAtMs, { changed: [...changed.values()], removed: orders.removed }),
  }
}
