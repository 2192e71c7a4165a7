import { ToolError } from '../../input/index.js'
import { toInt64 } from '../../spec/index.js'
import type { StateAnswer, StateResult } from './provider-states.js'

const LARGE = 'an order with a large id'

// What each state of contracts/provider-states.md has to answer with.
const ID_BY_STATE: Readonly<Record<string, 'orderId' | 'petId'>> = {
  'a pending order': 'orderId',
  'a shipped order': 'orderId',
  'a cancelled order': 'orderId',
  'an unknown order id': 'orderId',
  'an order with every field': 'orderId',
  [LARGE]: 'orderId',
  'a pet': 'petId',
}

/**
 * Takes what a provider answered to a request for a state: ids become decimal strings.
 *
 * @throws {ToolError} exit code 3, if an id that belongs to the state is missing, has lost digits or is not large where it must be
 */
export function readyState(name: string, values: NonNullable<StateAnswer>): StateResult {
  const member = ID_BY_STATE[name]
  if (member === undefined) return { kind: 'ready', values }
  const id = toInt64(values[member])
  if (id === undefined) throw stateError(name, `its answer has no usable ${member}: ${describe(values[member])}`)
  if (name === LARGE && id <= 2n ** 53n) throw stateError(name, `its orderId ${id} is not above 2^53`)
  return { kind: 'ready', values: { ...values, [member]: id.toString() } }
}

/** The failure that a state which silently did not happen must never be spared. */
export function stateError(name: string, reason: string): ToolError {
  return new ToolError(`Cannot set up the state "${name}": ${reason}. See contracts/provider-states.md.`, 3)
}

function describe(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (typeof value === 'number') return `${value} is no exact int64 (give ids beyond 2^53 as decimal strings)`
  return `${JSON.stringify(value)} is no int64`
}
