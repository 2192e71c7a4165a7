import { isLarge, type KnownOrder, type Model, type SideEffect } from './model.js'
import { areAlike } from '../sequences/alike-ids.js'
import type { RuleId } from './rules/rules.js'
import { MANY } from '../sequences/states.js'
import { hasRightKey, isSuccess, type AnsweredCall, type Attribution } from './violation.js'

/** The answers to one step, and the model as it was before them. */
export interface AnsweredStep {
  readonly model: Model
  readonly answers: readonly AnsweredCall[]
}

/**
 * The rule that is broken if this order is no longer as it was: by what was done to it since it was set up, otherwise by
 * what was done to others. Exact once a sequence has been reduced to what it needs.
 *
 * @param otherwise the rules that are broken if nothing was done, the likeliest first
 */
export function attribute(
  { model, answers }: AnsweredStep,
  order: KnownOrder,
  otherwise: readonly [RuleId, ...RuleId[]],
): Attribution {
  const atOnce = answers
    .filter((answer) => !isRightCallTo(order, answer))
    .flatMap((answer) => sideEffectOf(answer) ?? [])
  const since = [...model.sideEffects.slice(order.sideEffectsBefore), ...atOnce]
  const onItself = since.findLast((effect) => effect.order === order && effect.kind !== 'cancelled')
  const cancels = since.filter(({ kind }) => kind === 'cancelled')
  const onOthers = cancels.find((cancel) => isOfAlike(cancel, order)) ?? cancels[0]
  // An order that only a cancel made known cannot be without that cancel, however short the sequence.
  const effect = (order.state === MANY ? (onOthers ?? onItself) : (onItself ?? onOthers)) ?? since.at(-1)
  // Whatever else was done since then may have done it as well, if it is known to do harm.
  const explainedBy = new Set([...otherwise, ...since.flatMap((each) => rulesAgainst(each, order))])
  return { rule: effect === undefined ? otherwise[0] : ruleAgainst(effect, order), explainedBy: [...explainedBy] }
}

/** The rule that is broken if orders are gone that nobody knows by their ids. */
export function attributeLoss({ model, answers }: AnsweredStep, otherwise: RuleId): Attribution {
  const effects = [...model.sideEffects, ...answers.flatMap((answer) => sideEffectOf(answer) ?? [])]
  const effect = effects.find(({ kind }) => kind === 'cancelled') ?? effects.at(-1)
  const explainedBy = new Set([otherwise, ...effects.map(({ kind }) => RULE_AGAINST[kind])])
  return { rule: effect === undefined ? otherwise : RULE_AGAINST[effect.kind], explainedBy: [...explainedBy] }
}

/** Whether one of these answers refuses to cancel this order because it has shipped. */
export function isRefusedAsShipped(order: KnownOrder, answers: readonly AnsweredCall[]): boolean {
  return order.status === 'shipped' && answers.some((answer) => answer.status === 409 && isRightCallTo(order, answer))
}

/** What an answered call may have done to orders; `undefined` if it was not a cancel. */
export function sideEffectOf(answer: AnsweredCall): SideEffect | undefined {
  const { call, target, status } = answer
  if (call.operation !== 'cancelOrder' || target === undefined) return undefined
  // An id that an order's member happens to hold has nothing to do with the order.
  const order = call.order.kind === 'member' && target.kind === 'foreign' ? undefined : orderOf(target)
  if (!hasRightKey(answer)) return { kind: 'refused key', order }
  if (target.kind === 'malformed') return { kind: 'malformed', order }
  if (target.kind === 'foreign' && (order !== undefined || isSuccess(status)))
    return { kind: 'foreign', order, isRefused: !isSuccess(status) }
  if (isSuccess(status)) return { kind: 'cancelled', order }
  return { kind: status === 409 ? 'refused shipped' : 'refused unknown', order }
}

function orderOf(target: NonNullable<AnsweredCall['target']>): KnownOrder | undefined {
  if (target.kind === 'absent') return undefined
  return target.kind === 'known' ? target.order : target.near
}

function isRightCallTo(order: KnownOrder, answer: AnsweredCall): boolean {
  return hasRightKey(answer) && answer.target?.kind === 'known' && answer.target.order === order
}

const RULE_AGAINST: Readonly<Record<SideEffect['kind'], RuleId>> = {
  cancelled: 'other-orders-untouched',
  'refused key': 'refused-key-changes-nothing',
  'refused shipped': 'refused-shipped-changes-nothing',
  'refused unknown': 'refused-unknown-changes-nothing',
  malformed: 'malformed-id-changes-nothing',
  foreign: 'other-orders-untouched',
}

function isOfAlike({ order }: SideEffect, victim: KnownOrder): boolean {
  return order !== undefined && areAlike(order.id, victim.id)
}

/** The rules that this effect may have broken: a refusal that came near an order may do harm wherever it comes. */
function rulesAgainst(effect: SideEffect, victim: KnownOrder): RuleId[] {
  const rule = ruleAgainst(effect, victim)
  return effect.isRefused === true ? [rule, RULE_AGAINST['refused unknown']] : [rule]
}

function ruleAgainst(effect: SideEffect, victim: KnownOrder): RuleId {
  const { kind, order } = effect
  if (kind === 'cancelled' && isOfAlike(effect, victim)) return 'alike-orders-untouched'
  return kind === 'foreign' && order !== undefined && isLarge(order) ? 'large-ids-keep-digits' : RULE_AGAINST[kind]
}
