import type { MemberName } from '../oracle/order-list.js'
import type { RuleId } from '../oracle/rules/rules.js'
import type { Violation } from '../oracle/violation.js'
import { MANY, PENDING, type StateName } from '../sequences/states.js'
import { cancel, list, type Call } from '../sequences/step.js'
import type { RunContext } from './run-context.js'
import { isRefused, readList, sendWithRightKey } from './single-calls.js'
import { mayChangeByItself } from './tolerances.js'

const TRIALS = 24
// As many as a sequence has.
const REQUESTS = 10
const FAR = 2n ** 61n

/** Rules of which lists may be the cause that they are broken. */
const ABOUT_LISTS: ReadonlySet<RuleId> = new Set(['reads-change-nothing', 'list-is-complete', 'list-takes-no-query'])

/**
 * Whether the same comes now and then though nothing was done that could be to blame: what ships an order is not
 * specified, and may be a job that takes one after the other, or any request. What comes each time, or for good, is a
 * fault.
 */
export async function happensByChance(violation: Violation, context: RunContext): Promise<boolean> {
  const { changed, suspect, answered, rule, isStillPending = false } = violation
  const isChange = changed !== undefined && mayChangeByItself(changed)
  const isRefusal = suspect !== undefined && answered.status === 409
  const state = isChange ? changed.state : suspect?.state
  if (state === undefined || !(isChange || isRefusal) || isStillPending) return false
  const trial: Trial = { state: state === MANY ? PENDING : state, name: isChange ? changed.name : undefined, context }
  let isSeen = false
  for (let count = 0; count < TRIALS; count++) {
    const harmless = Array.from({ length: REQUESTS }, (_, index) =>
      ABOUT_LISTS.has(rule) ? cancel({ kind: 'drawn', id: FAR + BigInt(count * REQUESTS + index) }) : list(),
    )
    const isThis = await happens(trial, harmless)
    if (isThis === undefined || (isSeen && !isThis)) return isThis !== undefined
    isSeen ||= isThis
  }
  return false
}

interface Trial {
  readonly state: StateName
  /** The member that may change; without one the order may ship. */
  readonly name: MemberName | undefined
  readonly context: RunContext
}

/** @returns `undefined` if there is no order to try it with */
async function happens({ state, name, context }: Trial, harmless: readonly Call[]): Promise<boolean | undefined> {
  // Of many orders a job may take another one.
  await context.empty()
  const id = (await context.setUp({ state }))?.id
  if (id === undefined) return undefined
  const valueOf = async (member: MemberName) => (await readList(context))?.membersOf(id)?.[member]
  const before = name && (await valueOf(name))
  await Promise.all(harmless.map((call) => sendWithRightKey(call, context)))
  if (name !== undefined) return before !== (await valueOf(name))
  return isRefused(id, context)
}
