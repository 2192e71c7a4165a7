import { type OperationId, operations, type ProviderStateName } from '../../spec/index.js'
import { RunContext } from '../model/runner/run-context.js'
import { runSequence } from '../model/runner/run-sequence.js'
import { PLAINLY_WRONG } from '../model/sequences/key-kinds.js'
import { CALLS_IN_STATE, compressed, HARMLESS_CALLS, list } from '../model/sequences/calls.js'
import { inTurn, type Part, setUpState } from '../model/sequences/step.js'
import type { Provider } from '../provider.js'

// Large bodies are the ones that servers compress.
const PARAMS: Partial<Record<ProviderStateName, { count: number }>> = { 'many orders': { count: 250 } }

/** Why a provider state was missing for an operation. */
export type ProbeGaps = ReadonlyMap<OperationId, string>

/**
 * Calls every operation in every way that leads to a documented answer, so that all of these answers are validated even
 * if no other check runs. Without provider states it only reads, and cancels nothing that exists.
 */
export async function probe(provider: Provider): Promise<ProbeGaps> {
  const context = new RunContext(provider)
  const run = (...parts: readonly Part[]) => runSequence(context, inTurn(...parts))
  for (const key of [undefined, ...PLAINLY_WRONG])
    for (const call of HARMLESS_CALLS) await run(list(), compressed(call(key)))
  const gaps = new Map<OperationId, string>()
  for (const { operationId, states } of Object.values(operations)) {
    for (const state of states) {
      await run(setUpState(state, state, { params: PARAMS[state] ?? {} }), CALLS_IN_STATE[operationId](state))
      const reason = context.reasonFor(state)
      if (reason !== undefined && !gaps.has(operationId)) gaps.set(operationId, reason)
    }
  }
  return gaps
}
