import type { Answer, Interval, OrderOperation } from '../../../contract/index.js'
import { type Json, operations } from '../../../spec/index.js'
import type { ProviderRequest } from '../../clients.js'
import { type Call, changesOrder, hasRightKey } from '../sequences/calls.js'
import { type OrderList, readOrderList } from '../sequences/order-list.js'
import type { KnownOrder, Model } from './model.js'

/** What is in the path of a request for an order. */
export interface Target {
  readonly text: string
  /** The order, or what may be behind the id; `undefined` if the text is not an int64, which demands nothing. */
  readonly order?: KnownOrder
  /** The order that a provider may cancel instead, if it takes the text for an id. */
  readonly mayCancel?: KnownOrder
}

export interface ResolvedCall {
  readonly call: Call
  readonly request: ProviderRequest
  readonly target?: Target | undefined
  /** The list that a response with 304 says is still current. */
  readonly since?: OrderList | undefined
  /** Whether its invalid key may be somebody else's valid key. */
  readonly isPerhapsOfOthers: boolean
}

export interface AnsweredCall extends ResolvedCall, Interval {
  /** `undefined` if there was no response. */
  readonly status: number | undefined
  /** Without its body, which is `json` if it is JSON; ids keep every digit. */
  readonly answer: Answer
  readonly json?: Json | undefined
}

export interface OrderCall extends AnsweredCall {
  readonly call: Extract<Call, { readonly operation: OrderOperation }>
  readonly target: Target & { readonly order: KnownOrder }
}

/** The responses to one step by what they are about, and the model as it was before them. */
export type AnsweredStep = ReturnType<typeof sortAnswers>

export function sortAnswers(model: Model, answers: readonly AnsweredCall[]) {
  const withRightKey = answers.filter((answered) => hasRightKey(answered.call) && !isLeftOpen(answered))
  const lists = withRightKey.filter(({ call }) => call.operation === 'listOrders')
  const byOrder = new Map<KnownOrder, OrderCall[]>()
  for (const answered of withRightKey.filter(isAboutOrder)) {
    const { order } = answered.target
    byOrder.set(order, [...(byOrder.get(order) ?? []), answered])
  }
  const changing = [...byOrder].filter(([, group]) => group.some(({ call }) => changesOrder(call)))
  return {
    model,
    answers,
    lists: lists.map((each) => ({ ...each, list: readOrderList(each.status, each.json) })),
    /** With the valid key, by the order that they name or might name. */
    byOrder,
    /** The orders that some of these requests may have changed. */
    changing: new Set(changing.map(([order]) => order)),
    pets: withRightKey.filter(({ call }) => call.operation === 'getPet' && typeof call.pet === 'string'),
  }
}

function isAboutOrder(answered: AnsweredCall): answered is OrderCall {
  return answered.target?.order !== undefined
}

/** Whether a request for an order was rejected for its query, or undocumented for its Content-Type: neither is specified. */
export function isLeftOpen(answered: AnsweredCall): boolean {
  const { call, status = 0, answer } = answered
  if (!('order' in call) || status < 400 || status >= 500 || status === 401) return false
  return call.suffix !== undefined || ('Content-Type' in answer.request.headers && !isDocumented(answered))
}

export function isDocumented({ call, status = 0 }: AnsweredCall): boolean {
  return operations[call.operation].statuses.includes(status)
}

export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
