import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ORDER_RESPONSES } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import { type CheckResult, failedAnswer } from './check.js'
import { RunContext } from './model/runner/run-context.js'
import { waitFor } from './probe-provider.js'
import { type Provider, statusOf } from './provider.js'
import type { RunPlan } from './verify-options.js'

const CLAUSE = 'States and transitions'
/** A request that was under way is given this long to reach the provider before it crashes. */
const UNDER_WAY_MS = 20

/** What was true of an order before the restart. */
interface Before {
  readonly id: bigint
  readonly status: 'pending' | 'shipped' | 'cancelled'
}

/**
 * Checks that what the provider confirmed before a crash is so after it: cancels, rejections and the list. A cancel that was
 * under way may have gone either way, but stays what it turned out to be.
 * @throws {ToolError} exit code 3, if the command fails, or the provider does not come back
 */
export async function checkDurability(provider: Provider, plan: RunPlan & { readonly restart: string }): Promise<void> {
  const startedMs = performance.now()
  const context = new RunContext(provider)
  const ids: bigint[] = []
  for (const state of ['a pending order', 'a pending order', 'a pending order', 'a shipped order'] as const) {
    const id = (await context.setUp({ state }))?.id
    if (id === undefined) return tell(plan, startedMs, { result: 'skipped', message: context.reasonFor(state) ?? '' })
    ids.push(id)
  }
  const [cancelled = 0n, kept = 0n, late = 0n, shipped = 0n] = ids
  const confirmed = [await cancel(context, cancelled), await cancel(context, shipped)].map(statusOf)
  if (confirmed[0] !== 204 || confirmed[1] !== 409 || (await context.readList())?.has(kept) !== true) {
    const message = 'The provider did not do before the restart what is to be compared: see the other checks.'
    return tell(plan, startedMs, { result: 'skipped', message })
  }
  const underWay = cancel(context, late).catch(() => undefined)
  await pause(UNDER_WAY_MS)
  await restart(plan.restart, plan.statesTimeoutMs)
  const ended = await underWay
  await waitFor({ ...plan, waitForMs: Math.max(plan.waitForMs, plan.statesTimeoutMs) })
  const wasCancelled = ended !== undefined && statusOf(ended) === 204
  const orders: readonly Before[] = [
    { id: cancelled, status: 'cancelled' },
    { id: shipped, status: 'shipped' },
    { id: kept, status: 'pending' },
    { id: late, status: wasCancelled ? 'cancelled' : 'pending' },
  ]
  const list = await context.readList()
  for (const order of orders) {
    const isListed = list?.has(order.id) === true
    const isCertain = order.id !== late || wasCancelled
    const violation = await violationOf(order, context, { isListed, isCertain })
    if (violation !== undefined) return tell(plan, startedMs, violation)
  }
  tell(plan, startedMs, { result: 'passed' })
}

function tell(
  { onProgress }: RunPlan,
  startedMs: number,
  found: Pick<CheckResult, 'result'> & Partial<CheckResult>,
): void {
  const name = 'confirmed cancellations, rejections and orders survive a restart'
  const durationMs = performance.now() - startedMs
  onProgress({
    kind: 'result',
    result: { id: 'model.restart', kind: 'model', name, clause: CLAUSE, durationMs, ...found },
  })
}

/** Asks again for an order; `isCertain` if the client knew its status before the crash. */
async function violationOf(
  { id, status }: Before,
  context: RunContext,
  { isListed, isCertain }: { readonly isListed: boolean; readonly isCertain: boolean },
): Promise<(Pick<CheckResult, 'result'> & Partial<CheckResult>) | undefined> {
  const before = { pending: 'was listed', shipped: 'was rejected with 409', cancelled: 'was cancelled with 204' }[
    status
  ]
  if (isCertain && status !== 'cancelled' && !isListed) {
    const message = `Order ${id} ${before} before the restart, and is no longer listed.`
    return { result: 'failed', message, expected: 'the order in the list', actual: 'a list without it' }
  }
  const first = await cancel(context, id)
  if (!isCertain) {
    // Cancelled or not: from now on it is decided.
    const again = statusOf(first) === 204 ? await cancel(context, id) : first
    if (statusOf(first) !== 204 || statusOf(again) !== 204) return undefined
    const message = `Order ${id} was cancelled twice after the restart.`
    return { ...failedAnswer(again, '409: the order is cancelled'), message }
  }
  const code = statusOf(first)
  const expected = ORDER_RESPONSES.cancelOrder[status]
  // Meanwhile the order may have shipped. A cancelled order may be gone, but its key is valid.
  const isShipped = status === 'pending' && code === 409
  if (isShipped || (code !== undefined && code !== 401 && expected.answers(code))) return undefined
  const message = `Order ${id} ${before} before the restart, which the provider no longer knows.`
  return { ...failedAnswer(first, expected.expected), message }
}

function cancel(context: RunContext, id: bigint): Promise<Answer> {
  const { method, path } = operations.cancelOrder
  return context.ask({ method, path: path.replace('{orderId}', `${id}`) })
}

/** Runs a command in the shell. @throws {ToolError} exit code 3, if it fails or takes too long */
async function restart(command: string, timeoutMs: number): Promise<void> {
  // What it starts in the background may keep its output open, and lives in a group that a late command is ended with.
  const child = spawn(command, { shell: true, detached: true, stdio: 'ignore' })
  const how = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => {
      endGroup(child)
      resolve(`did not return within ${timeoutMs / 1000} s`)
    }, timeoutMs)
    child.once('error', (error) => resolve(`cannot be run: ${error.message}`))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`)
    })
  })
  child.unref()
  if (how !== undefined) throw new ToolError(`The command of --restart ${how}: ${command}`, 3)
}

/** Ends the command with all that it has started. */
function endGroup(child: ChildProcess): void {
  const killed = spawn('kill', ['-KILL', '--', `-${child.pid}`], { stdio: 'ignore' })
  // Windows has no such command, and no groups of processes.
  killed.once('error', () => void child.kill('SIGKILL'))
}
