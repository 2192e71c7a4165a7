import { blame, type Scene } from './attribution.js'
import { describeAnswer, hasRightKey, isDone, type AnsweredCall, type Violation } from './violation.js'
import { isLarge, type KnownOrder } from './model.js'

/** Holds cancels that were sent at once, all with the right key, against what is known of their orders. */
export function judgeCancels(scene: Scene): Violation | undefined {
  const cancels = scene.answers.filter((answer) => answer.call.operation === 'cancelOrder' && hasRightKey(answer))
  for (const [order, group] of groupByOrder(cancels)) {
    const violation = JUDGE_BY_STATUS[order.status](scene, order, group)
    if (violation !== undefined) return violation
  }
  for (const answer of cancels) {
    const violation = judgeNoOrder(answer)
    if (violation !== undefined) return violation
  }
  return undefined
}

function groupByOrder(cancels: readonly AnsweredCall[]): Map<KnownOrder, AnsweredCall[]> {
  const groups = new Map<KnownOrder, AnsweredCall[]>()
  for (const answer of cancels) {
    if (answer.target?.kind !== 'known') continue
    const { order } = answer.target
    groups.set(order, [...(groups.get(order) ?? []), answer])
  }
  return groups
}

type JudgeOrder = (scene: Scene, order: KnownOrder, group: readonly AnsweredCall[]) => Violation | undefined

const JUDGE_BY_STATUS: Readonly<Record<KnownOrder['status'], JudgeOrder>> = {
  pending: (scene, order, group) =>
    group.length === 1 ? judgePending(scene, order, group) : judgeRace(scene, order, group),
  shipped: judgeShipped,
  cancelled: judgeCancelled,
  absent: (_, order, group) => judgeUnknown(order, group),
  undecided: () => undefined,
}

function judgePending(scene: Scene, order: KnownOrder, [answered]: readonly AnsweredCall[]): Violation | undefined {
  if (answered === undefined || answered.status === 204) return undefined
  return {
    ...blame(
      scene,
      order,
      isLarge(order) ? ['large-ids-keep-digits', 'pending-is-cancelled'] : ['pending-is-cancelled'],
    ),
    answered,
    message: `Order ${order.id} is pending, but cancelling it was answered with ${describeAnswer(answered)}.`,
    expected: '204: the order is pending',
    actual: describeAnswer(answered),
    doubted: order,
  }
}

function judgeRace(scene: Scene, order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const done = group.filter(({ status }) => isDone(status))
  const answered = done[1] ?? group[0]
  if (answered === undefined || (done.length === 1 && done[0]?.status === 204)) return undefined
  const statuses = group.map(describeAnswer).join(', ')
  return {
    ...blame(scene, order, ['one-cancel-wins', ...(done.length > 1 ? [] : (['pending-is-cancelled'] as const))]),
    ...(done.length > 1 ? { rule: 'one-cancel-wins' } : { doubted: order }),
    answered,
    message: `Of ${group.length} cancels of order ${order.id} at once ${done.length} succeeded: ${statuses}.`,
    expected: '204 once, and no other 2xx',
    actual: statuses,
  }
}

function judgeShipped(scene: Scene, order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const answered = group.find(({ status }) => status !== 409)
  if (answered === undefined) return undefined
  return {
    ...blame(scene, order, ['shipped-is-refused']),
    answered,
    message: `Order ${order.id} has shipped, but cancelling it was answered with ${describeAnswer(answered)}.`,
    expected: '409: the order has shipped',
    actual: describeAnswer(answered),
  }
}

function judgeCancelled({ world }: Scene, order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const answered = group.find(({ status }) => isDone(status))
  if (answered === undefined) return undefined
  const rule = order.state === 'a cancelled order' ? 'cancelled-is-refused' : 'cancelled-stays-cancelled'
  return {
    rule: world.waitedMs > 0 ? 'cancelled-for-good' : rule,
    explainedBy: [rule],
    answered,
    message: `Order ${order.id} was cancelled before, yet cancelling it was answered with ${describeAnswer(answered)}.`,
    expected: 'any status but 2xx: the order was cancelled before',
    actual: describeAnswer(answered),
  }
}

function judgeUnknown(order: KnownOrder, group: readonly AnsweredCall[]): Violation | undefined {
  const answered = group.find(({ status }) => status !== 404)
  return answered === undefined ? undefined : foundNothing(answered, `${order.id}`)
}

function judgeNoOrder(answered: AnsweredCall): Violation | undefined {
  const { target, status, request } = answered
  const id = request.path.slice(request.path.lastIndexOf('/') + 1)
  if (target?.kind === 'malformed') return isDone(status) ? tookMalformed(answered, id) : undefined
  if (target?.kind === 'absent') return status === 404 ? undefined : foundNothing(answered, id)
  // Somebody may have placed this very order a moment ago, or cancelled it: what counts is that ours is not harmed.
  if (target?.kind !== 'foreign' || isDone(status) || status === 404 || status === 409) return undefined
  if (target.near !== undefined && isOpenRefusal(status)) return undefined
  return foundNothing(answered, id)
}

// An order that was cancelled long ago and is listed no more may be refused with any of them.
function isOpenRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 401
}

function foundNothing(answered: AnsweredCall, id: string): Violation {
  return {
    rule: 'unknown-is-not-found',
    explainedBy: [],
    answered,
    message: `No order has the id ${id}, but cancelling it was answered with ${describeAnswer(answered)}.`,
    expected: '404: no order has this id',
    actual: describeAnswer(answered),
  }
}

function tookMalformed(answered: AnsweredCall, id: string): Violation {
  return {
    rule: 'malformed-id-changes-nothing',
    explainedBy: [],
    answered,
    message: `${id} is no int64, but cancelling it was answered with ${describeAnswer(answered)}.`,
    expected: 'any status but 2xx: this names no order',
    actual: describeAnswer(answered),
  }
}
