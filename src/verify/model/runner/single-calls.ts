import { Model } from '../oracle/model.js'
import type { OrderList } from '../oracle/order-list.js'
import { listOf } from '../oracle/validate-lists.js'
import type { AnsweredCall } from '../oracle/violation.js'
import { resolveCall } from '../sequences/resolve-call.js'
import { cancel, list, type Call } from '../sequences/step.js'
import type { RunContext } from './run-context.js'

// What experiments send, which belong to no sequence: nothing is known of any order, so that no id is taken.

/** Sends a call by itself. */
export async function sendWithRightKey(call: Call, context: RunContext): Promise<AnsweredCall | undefined> {
  const resolved = resolveCall(call, { apiKey: context.real.apiKey, model: new Model(), takenIds: new Set() })
  const [answered] = await context.send(resolved === undefined ? [] : [resolved])
  return answered
}

/** @returns `undefined` if there was no list in the answer */
export async function readList(context: RunContext): Promise<OrderList | undefined> {
  const answered = await sendWithRightKey(list(), context)
  return answered && listOf(answered)
}

/** @returns the status; `undefined` if there was no answer */
export async function cancelOrder(id: bigint, context: RunContext): Promise<number | undefined> {
  return (await sendWithRightKey(cancel({ kind: 'drawn', id }), context))?.status
}

/** Cancels an order, and whether that was refused because it has shipped. */
export async function isRefused(id: bigint, context: RunContext): Promise<boolean> {
  const status = await cancelOrder(id, context)
  context.cancelledIds.add(id)
  return status === 409
}
