import { type OperationId, operations, type ProviderStateName } from '../../spec/index.js'
import { RunContext } from '../model/runner/run-context.js'
import { runSequence } from '../model/runner/run-sequence.js'
import { PLAINLY_WRONG } from '../model/sequences/key-kinds.js'
import { type Call, cancel, compressed, getPet, inTurn, list, type Part, setUpState } from '../model/sequences/step.js'
import type { Provider } from '../provider.js'

// An id that no order has.
const UNKNOWN = { kind: 'drawn', id: 2n ** 62n + 1_000_003n } as const

// Large bodies are the ones that servers compress.
const PARAMS: Partial<Record<ProviderStateName, { count: number }>> = { 'many orders': { count: 250 } }

const CALLS: Readonly<Record<OperationId, (state: ProviderStateName) => readonly Call[]>> = {
  listOrders: () => [list(), compressed(list())],
  cancelOrder: (state) => [list(), cancel(state), compressed(list())],
  getPet: (state) => [getPet(state), compressed(getPet(state))],
}

/** Why a provider state was missing for an operation. */
export type ProbeGaps = ReadonlyMap<OperationId, string>

/**
 * Calls every operation in every way that leads to a documented answer, so that all of these answers are validated even
 * if no other check runs. Without provider states it only reads, and cancels nothing that exists.
 */
export async function probe(provider: Provider): Promise<ProbeGaps> {
  const context = new RunContext(provider)
  const run = (...parts: readonly Part[]) => runSequence(context, inTurn(...parts))
  for (const key of PLAINLY_WRONG)
    for (const call of [list(key), cancel(UNKNOWN, key), getPet(1n, key)]) await run(list(), compressed(call))
  await run(getPet(UNKNOWN.id))
  if (context.isLive) await run(list(), cancel(UNKNOWN), compressed(list()))
  const gaps = new Map<OperationId, string>()
  for (const { operationId, states } of Object.values(operations)) {
    for (const state of states) {
      await run(setUpState(state, state, { params: PARAMS[state] ?? {} }), CALLS[operationId](state))
      const reason = context.reasonFor(state)
      if (reason !== undefined && !gaps.has(operationId)) gaps.set(operationId, reason)
    }
  }
  return gaps
}
