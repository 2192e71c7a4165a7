import { freedoms, type OperationId } from '../spec/index.js'
import { type Excuse, EXCUSES, type ExpectationName } from './expectations.js'

/** What an order is: not placed yet, of one of the statuses of the specification, or out of the list for good. */
export type OrderStatus = 'unplaced' | 'pending' | 'shipped' | 'cancelled' | 'gone'

interface OrderStage {
  readonly is: string
  /** What becomes of it, at once or later, without a request of the client, and by whom. Nothing makes it pending again. */
  readonly mayBecome: Readonly<Partial<Record<OrderStatus, Excuse>>>
}

export const ORDER_STAGES: Readonly<Record<OrderStatus, OrderStage>> = {
  unplaced: {
    is: 'does not exist',
    mayBecome: { pending: 'others', shipped: 'others', cancelled: 'others', gone: 'others' },
  },
  pending: { is: 'is pending', mayBecome: { shipped: 'time', cancelled: 'others', gone: 'others' } },
  shipped: { is: 'has shipped', mayBecome: { gone: 'others' } },
  // The list may show cancelled orders or not.
  cancelled: { is: 'has already been cancelled', mayBecome: { gone: 'none' } },
  gone: { is: 'was removed', mayBecome: {} },
}

/** The operations with an order in their path. */
export type OrderOperation = 'cancelOrder'

interface OrderResponse {
  readonly name: ExpectationName
  /** The statuses with the valid key; no response at all is 0. */
  readonly answers: (status: number) => boolean
  /** Which statuses these are, and why. */
  readonly expected: string
  /** What the request makes of the order. */
  readonly becomes?: OrderStatus
}

type OrderResponses = Readonly<Record<OrderStatus, OrderResponse>>

/** How far `contracts/freedoms.yaml` leaves open the status if a cancelled order is cancelled again. */
const SECOND_CANCEL = freedoms.find(({ name }) => name === 'second-cancel')?.statuses ?? []

const ended: OrderResponse = {
  name: 'cancelled order',
  answers: (status) => SECOND_CANCEL.includes(`${Math.floor(status / 100)}xx`),
  expected: 'any status except 2xx and 5xx, because the order is already cancelled',
}

/** The expected response to a request for one order, by the operation and what the order is. */
export const ORDER_RESPONSES: Readonly<Record<OrderOperation, OrderResponses>> = {
  cancelOrder: {
    unplaced: { name: 'unknown order', answers: (status) => status === 404, expected: '404: no order has this id' },
    pending: {
      name: 'pending order',
      answers: (status) => status === 204,
      expected: '204: the order is pending',
      becomes: 'cancelled',
    },
    shipped: { name: 'shipped order', answers: (status) => status === 409, expected: '409: the order has shipped' },
    cancelled: ended,
    gone: ended,
  },
}

const BY_OPERATION: Partial<Record<OperationId, OrderResponses>> = ORDER_RESPONSES
const STATUSES = Object.keys(ORDER_STAGES) as OrderStatus[]

// Looked up, as lists may be long.
const REACHABLE = recordOf(EXCUSES, (excuse) =>
  recordOf(STATUSES, (one) =>
    STATUSES.filter((each) => each === one || isIncluded(ORDER_STAGES[one].mayBecome[each], excuse)),
  ),
)

function isIncluded(by: Excuse | undefined, excuse: Excuse): boolean {
  return by !== undefined && EXCUSES.indexOf(by) <= EXCUSES.indexOf(excuse)
}

function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Readonly<Record<Key, Value>>
}

/** When a request was under way: it was carried out at any time in between. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** What a response says of an order: what it was, and what it became if that was by this request. */
export interface Evidence {
  readonly wasOneOf: readonly OrderStatus[]
  readonly becomes?: OrderStatus
}

export const LISTED: Evidence = { wasOneOf: ['pending', 'shipped', 'cancelled'] }
export const UNLISTED: Evidence = { wasOneOf: ['unplaced', 'gone'] }

/**
 * What the response to a request with the valid key says of the order in its path: the table of expectations, read backwards.
 * Without an order in the path, that is nothing.
 */
export function orderEvidence(operation: OperationId, status: number): Evidence {
  const responses = BY_OPERATION[operation]
  const wasOneOf = STATUSES.filter((each) => responses?.[each].answers(status))
  const [becomes] = wasOneOf.flatMap((each) => responses?.[each].becomes ?? [])
  return { wasOneOf, ...(becomes !== undefined && { becomes }) }
}

/** What an order may be, as far as that is known: each status, but for those that a request has ruled out for the time after it. */
export interface OrderLife<Seen extends Interval> {
  readonly ruledOut: ReadonlyMap<OrderStatus, Seen>
  readonly cancelled?: Seen
}

/** The life of an order of which nothing is known. */
export const ANY_LIFE: OrderLife<never> = { ruledOut: new Map<OrderStatus, never>() }

/** The life of an order that is one of these before the first request. */
export function newLife(possible: readonly OrderStatus[]): OrderLife<Interval> {
  return { ruledOut: ruleOutOthers(reachable(possible, 'none'), { startMs: -Infinity, endMs: -Infinity }) }
}

/** What the order may be at a time: what was not ruled out by a request that had ended before. */
export function possibleAt({ ruledOut }: OrderLife<Interval>, atMs: number): OrderStatus[] {
  return STATUSES.filter((each) => !((ruledOut.get(each)?.endMs ?? Infinity) < atMs))
}

/** The life of an order that a request may have cancelled whose response does not say so, as one that was sent again. */
export function mayHaveCancelled<Seen extends Interval>({ ruledOut, ...life }: OrderLife<Seen>): OrderLife<Seen> {
  const cancelled = reachable(['cancelled'], 'none')
  return { ...life, ruledOut: new Map([...ruledOut].filter(([each]) => !cancelled.has(each))) }
}

/**
 * The one step of a life: what a response makes of it. Requests are taken in the order of their ends, those that cancelled
 * the order in that of their starts.
 * @param excuse what may have happened between requests
 * @returns the life after it, and whether it is explained; if it is not, the life begins anew
 */
export function continueLife<Seen extends Interval>(
  life: OrderLife<Seen>,
  seen: Seen,
  { wasOneOf, becomes }: Evidence,
  excuse: Excuse,
): { readonly life: OrderLife<Seen>; readonly isExplained: boolean } {
  const atFirst = reachable(possibleAt(life, seen.startMs), excuse)
  const was = wasOneOf.filter((each) => atFirst.has(each))
  if (becomes !== undefined) {
    // An order is cancelled once, however close to each other two requests are.
    const isExplained = was.length > 0 && life.cancelled === undefined
    const ruledOut = ruleOutOthers(reachable([becomes], excuse), seen, isExplained ? life.ruledOut : undefined)
    return { life: { ruledOut, cancelled: seen }, isExplained }
  }
  const isExplained = was.length > 0
  const after = reachable(isExplained ? was : wasOneOf, excuse)
  // Nothing revives what another request has ruled out meanwhile.
  const ruledOut = new Map([...ruleOutOthers(after, seen), ...(isExplained ? life.ruledOut : [])])
  return { life: { ...life, ruledOut }, isExplained }
}

/** The least that explains a response; `none` if nothing does. */
export function excuseFor<Seen extends Interval>(life: OrderLife<Seen>, seen: Seen, evidence: Evidence): Excuse {
  return EXCUSES.find((excuse) => continueLife(life, seen, evidence, excuse).isExplained) ?? 'none'
}

/** What the others are ruled out by: this request, unless an earlier one did that. */
function ruleOutOthers<Seen>(possible: ReadonlySet<OrderStatus>, by: Seen, earlier?: ReadonlyMap<OrderStatus, Seen>) {
  const others = STATUSES.filter((each) => !possible.has(each))
  return new Map(others.map((each) => [each, earlier?.get(each) ?? by] as const))
}

function reachable(from: readonly OrderStatus[], excuse: Excuse): ReadonlySet<OrderStatus> {
  return new Set(from.flatMap((each) => REACHABLE[excuse][each]))
}
