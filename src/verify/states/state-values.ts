import { inspect } from 'node:util'
import { shortened } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { findProviderState, toInt64 } from '../../spec/index.js'
import type { StateAction, StateAnswer, StateResult } from './provider-states.js'

/**
 * Reads what a provider answered to a request for a state: ids become decimal strings.
 *
 * @throws {ToolError} exit code 3, if an id that belongs to the state is missing, has lost digits or is not large where it must be
 */
export function readyState(name: string, values: NonNullable<StateAnswer>): StateResult {
  const { returns: member, above } = findProviderState(name) ?? {}
  if (member === undefined) return { kind: 'ready', values }
  const id = toInt64(values[member])
  if (id === undefined) throw stateError(name, `its answer has no usable ${member}: ${describe(values[member])}`)
  if (above !== undefined && id <= above) throw stateError(name, `its ${member} ${id} is not above ${above}`)
  return { kind: 'ready', values: { ...values, [member]: id.toString() } }
}

/** A state that silently did not happen would make every result after it worthless. */
export function stateError(name: string, reason: string, action: StateAction = 'setup'): ToolError {
  const attempted = action === 'setup' ? 'set up' : 'tear down'
  return new ToolError(`Cannot ${attempted} the state "${name}": ${reason}. See contracts/provider-states.md.`, 3)
}

function describe(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (typeof value === 'number') return `${value} is not an exact int64 (give ids beyond 2^53 as decimal strings)`
  if (typeof value === 'bigint') return `${shortened(value.toString(), 200)} is not an int64`
  const text = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity })
  return `${shortened(text, 200)} is not an int64`
}
