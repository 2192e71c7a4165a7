import type { RuleId } from './rules.js'
import { hasRightKey, isDone, type AnsweredCall, type Violation } from './violation.js'
import { isLarge, type Deed, type KnownOrder, type World } from './model.js'

/** Answers to calls that were sent at once, in the world as it was before them. */
export interface Scene {
  readonly world: World
  readonly answers: readonly AnsweredCall[]
  /** Members of orders whose values change by themselves. */
  readonly unsteady: ReadonlySet<string>
}

/**
 * The rule that is broken if this order is no longer as it was: by what was done to it, else by what was done to
 * others. Once a sequence is cut to what it needs, this is exact.
 *
 * @param otherwise the rules that are broken if nothing was done since it was set up, the likeliest first
 */
export function blame(
  scene: Scene,
  order: KnownOrder,
  otherwise: readonly [RuleId, ...RuleId[]],
): Pick<Violation, 'rule' | 'explainedBy'> {
  const atOnce = scene.answers
    .filter((answer) => !isRightCallTo(order, answer))
    .flatMap((answer) => deedOf(answer) ?? [])
  const since = [...scene.world.deeds.slice(order.deedsBefore), ...atOnce]
  const own = since.findLast((deed) => deed.order === order && deed.kind !== 'cancelled')
  const deed = own ?? since.find(({ kind }) => kind === 'cancelled') ?? since.at(-1)
  return { rule: deed === undefined ? otherwise[0] : ruleOf(deed), explainedBy: otherwise }
}

/** What an answered call may have done to orders; `undefined` if it was no cancel. */
export function deedOf(answer: AnsweredCall): Deed | undefined {
  const { target, status } = answer
  if (target === undefined) return undefined
  const order = orderOf(answer)
  if (!hasRightKey(answer)) return { kind: 'refused key', order }
  if (target.kind === 'malformed') return { kind: 'malformed', order }
  if (target.kind === 'foreign' && (order !== undefined || isDone(status))) return { kind: 'foreign', order }
  if (isDone(status)) return { kind: 'cancelled', order }
  return { kind: status === 409 ? 'refused shipped' : 'refused unknown', order }
}

function orderOf({ target }: AnsweredCall): KnownOrder | undefined {
  if (target === undefined || target.kind === 'absent') return undefined
  return target.kind === 'known' ? target.order : target.near
}

function isRightCallTo(order: KnownOrder, answer: AnsweredCall): boolean {
  return hasRightKey(answer) && answer.target?.kind === 'known' && answer.target.order === order
}

const RULE_OF: Readonly<Record<Deed['kind'], RuleId>> = {
  cancelled: 'other-orders-untouched',
  'refused key': 'refused-key-changes-nothing',
  'refused shipped': 'refused-shipped-changes-nothing',
  'refused unknown': 'refused-unknown-changes-nothing',
  malformed: 'malformed-id-changes-nothing',
  foreign: 'other-orders-untouched',
}

function ruleOf({ kind, order }: Deed): RuleId {
  return kind === 'foreign' && order !== undefined && isLarge(order) ? 'large-ids-keep-digits' : RULE_OF[kind]
}
