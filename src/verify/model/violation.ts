import type { Exchange } from '../exchange.js'
import type { NoAnswerError } from '../provider.js'
import type { MemberName } from './order-list.js'
import type { ResolvedCall } from './resolve-call.js'
import { isLarge, type Deed, type KnownOrder, type World } from './world.js'
import type { RuleId } from './rules.js'

/** A call and what came back: an exchange, or no HTTP answer at all. */
export interface AnsweredCall extends ResolvedCall {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined
  readonly outcome: Exchange | NoAnswerError
}

/** An answer that the specification does not allow after what came before. */
export interface Violation {
  readonly rule: RuleId
  readonly answered: AnsweredCall
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** A rule that, if it is known to be broken, explains this, too. */
  readonly explainedBy?: RuleId
  /** The pending order that was expected, if its state may be one that can be had only once. */
  readonly doubted?: KnownOrder
  /** The member whose value changed, if it may be one that changes by itself. */
  readonly changed?: ChangedMember
}

export interface ChangedMember {
  readonly id: bigint
  readonly name: MemberName
}

/** Whether a status says that the deed was done. */
export function isDone(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The right key, as opposed to one that is wrong in some way. */
export function hasRightKey({ call }: ResolvedCall): boolean {
  return call.key === undefined
}

/** What an answer was, in a few words. */
export function describeAnswer({ status, outcome }: AnsweredCall): string {
  return status === undefined && outcome instanceof Error ? `no answer: ${outcome.reason}` : `${status}`
}

/**
 * The rule that is broken if this order is no longer as it was: by what was done to it, else by what was done to
 * others; `otherwise` if nothing was done since it was set up. Once a sequence is cut to what it needs, this is exact.
 */
export function ruleBroken(world: World, order: KnownOrder, otherwise: RuleId): RuleId {
  const since = world.deeds.slice(order.deedsBefore)
  const own = since.findLast((deed) => deed.order === order && deed.kind !== 'cancelled')
  const deed = own ?? since.find(({ kind }) => kind === 'cancelled') ?? since.at(-1)
  return deed === undefined ? otherwise : ruleOf(deed)
}

const RULE_OF: Readonly<Record<Deed['kind'], RuleId>> = {
  cancelled: 'other-orders-untouched',
  'refused key': 'refused-key-changes-nothing',
  'refused shipped': 'refused-shipped-changes-nothing',
  'refused malformed': 'malformed-id-changes-nothing',
  'refused unknown': 'refused-unknown-changes-nothing',
  'refused near': 'refused-unknown-changes-nothing',
}

function ruleOf({ kind, order }: Deed): RuleId {
  return kind === 'refused near' && order !== undefined && isLarge(order) ? 'large-ids-keep-digits' : RULE_OF[kind]
}
