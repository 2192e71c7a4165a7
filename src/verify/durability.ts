import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { newLife } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { type CheckResult, failedAnswer } from './check.js'
import { Model } from './model/oracle/model.js'
import { verdict } from './model/results.js'
import { resolveCall } from './model/runner/resolve-call.js'
import { RunContext } from './model/runner/run-context.js'
import { isWrong, runSequence } from './model/runner/run-sequence.js'
import { cancel, cancelEach, list } from './model/sequences/calls.js'
import { inTurn, type Part, setUp } from './model/sequences/step.js'
import { waitFor } from './probe-provider.js'
import type { Provider } from './provider.js'
import type { RunPlan } from './verify-options.js'

const RULE = {
  id: 'restart',
  claim: 'confirmed cancellations, rejections and orders survive a restart',
  clause: 'States and transitions',
}
const SET_UPS = setUp('pending', 'another', 'third', 'shipped')
/** A request that was under way is given this long to reach the provider before it crashes. */
const UNDER_WAY_MS = 20

/**
 * Checks that what the provider confirmed before a crash is so after it: cancels, rejections and the list. A cancel that was
 * under way may have gone either way, but stays what it turned out to be.
 * @throws {ToolError} exit code 3, if the command fails, or the provider does not come back
 */
export async function checkDurability(provider: Provider, plan: RunPlan & { readonly restart: string }): Promise<void> {
  const startedMs = performance.now()
  const found = await compare(provider, plan)
  const durationMs = performance.now() - startedMs
  plan.onProgress({ kind: 'result', result: { ...verdict(RULE, found.result), ...found, durationMs } })
}

async function compare(
  provider: Provider,
  plan: RunPlan & { readonly restart: string },
): Promise<Pick<CheckResult, 'result'> & Partial<CheckResult>> {
  const context = new RunContext(provider)
  const model = new Model({ keepsOrders: true, takenIds: context.memory.takenIds, unsteady: context.memory.unsteady })
  const run = (...parts: readonly Part[]) => runSequence(context, inTurn(...parts), { model })
  const before = await run(SET_UPS, cancelEach('pending', 'shipped'), list())
  const missing = SET_UPS.find(({ state }) => context.reasonFor(state) !== undefined)
  if (missing !== undefined) return { result: 'skipped', message: context.reasonFor(missing.state) ?? '' }
  const late = model.orders.get('third')
  const underWay = resolveCall(cancel('third'), model, context)
  if (isWrong(before) || late === undefined || underWay === undefined) {
    const message = 'The provider did not do before the restart what is to be compared: see the other checks.'
    return { result: 'skipped', message }
  }
  const cancelling = context.send([underWay]).catch(() => [])
  await pause(UNDER_WAY_MS)
  await restart(plan.restart, plan.statesTimeoutMs)
  const [ended] = await cancelling
  if (ended?.status === 204) late.life = newLife(['cancelled'])
  else model.mayBeCancelled(late)
  await waitFor({ ...plan, waitForMs: Math.max(plan.waitForMs, plan.statesTimeoutMs) })
  const { violation } = await run(list(), cancelEach('pending', 'shipped', 'third', 'third', 'another'))
  // Meanwhile an order may have shipped.
  if (violation === undefined || violation.excuse === 'time') return { result: 'passed' }
  const { message, expected, actual, answered } = violation
  return { ...failedAnswer(answered.answer, expected), actual, message: `After the restart: ${message}` }
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
