import { ToolError } from '../input/index.js'
import type { CheckKind, CheckResult } from './check.js'
import type { PreparedCheck } from './prepared-check.js'
import { Pacer } from './pacer.js'
import { closeChecks, type PreparedChecks, prepareChecks } from './prepare-checks.js'
import { probeProvider } from './probe-provider.js'
import { type ConnectedProvider, connectProvider } from './provider.js'
import { coverageOf } from './report/coverage.js'
import { conclude, type Progress, type VerificationReport } from './report/verification-report.js'
import { NO_STATES, openStates } from './states/open-states.js'
import type { ProviderStates } from './states/provider-states.js'
import { StoppedError, unlessStopped } from './unless-stopped.js'
import { Secrets } from './secrets/secrets.js'
import type { Happened } from './run-log.js'
import { planRun, type RunPlan, type VerifyOptions } from './verify-options.js'

/**
 * Verifies a provider against the contract: by the pact's interactions, by the OpenAPI description, and by a model of
 * the rules that no single exchange can show.
 *
 * A run that could not be completed gives a report, too, with the result `error`: the provider may be unreachable.
 *
 * @throws {ToolError} exit code 2 for wrong options, files or missing packages
 *
 * @example
 * const report = await verifyProvider({ baseUrl: server.baseUrl, key: server.apiKey, states: statesUrl })
 * assert.equal(report.result, 'pass')
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerificationReport> {
  const { key = 'test-key', headers = {}, statesHeaders = {} } = options
  const secrets = new Secrets({ key, headers, statesHeaders })
  const collected = new CollectedResults((progress) => options.onProgress?.(secrets.redact(progress)))
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const plan = planRun({ ...options, signal, onProgress: (progress) => collected.add(progress) })
  const pacer = new Pacer(plan)
  const [prepared, stopped] = await prepareRun(plan, pacer)
  const provider = connectProvider({ ...plan, secrets }, prepared?.states ?? NO_STATES, pacer)
  const checks = prepared?.checks ?? []
  try {
    return secrets.redact(await run(plan, provider, checks, { collected, stopped, pacer }))
  } finally {
    collected.isOver = true
    // A check that was left behind sends nothing more.
    left.abort()
    provider.close()
    await closeChecks(checks)
  }
}

/** Results are collected as they come, so that those of a check that breaks off are not lost. */
class CollectedResults {
  readonly all: CheckResult[] = []
  readonly hints: string[] = []
  /** What comes later, from a check that was left behind, is not told any more. */
  isOver = false
  readonly failed: Promise<void>
  #tellFailed = () => {}

  constructor(readonly report: (progress: Progress) => void) {
    this.failed = new Promise((resolve) => (this.#tellFailed = resolve))
  }

  get hasFailed(): boolean {
    return this.all.some(({ result }) => result === 'failed')
  }

  add(progress: Progress): void {
    if (this.isOver) return
    if (progress.kind === 'result') this.all.push(progress.result)
    if (progress.kind === 'hint') this.hints.push(progress.text)
    this.report(progress)
    if (this.hasFailed) this.#tellFailed()
  }
}

interface Prepared {
  readonly checks: PreparedChecks
  readonly states: ProviderStates
}

async function prepareRun(plan: RunPlan, pacer: Pacer): Promise<[Prepared | undefined, StoppedError?]> {
  const preparing = prepareChecks(plan)
  const { states, statesTimeoutMs, statesHeaders: headers, route } = plan
  const hasOwnPacts = plan.pacts.length > 0 || 'broker' in plan
  try {
    const checks = await unlessStopped(plan.signal, () => preparing)
    const open = () => openStates(states, statesTimeoutMs, { headers, pacer, hasOwnPacts, route })
    return [{ checks, states: await unlessStopped(plan.signal, open) }]
  } catch (error) {
    preparing.then(closeChecks).catch(() => {})
    if (error instanceof StoppedError) return [undefined, error]
    throw error
  }
}

async function run(
  plan: RunPlan,
  provider: ConnectedProvider,
  checks: PreparedChecks,
  { collected, stopped, pacer }: { collected: CollectedResults; stopped: StoppedError | undefined; pacer: Pacer },
): Promise<VerificationReport> {
  const startedMs = performance.now()
  const failure = await failureOf(async () => {
    if (stopped !== undefined) throw stopped
    const tellHint = (text: string) => plan.onProgress({ kind: 'hint', text })
    for (const hint of provider.states.hints ?? []) tellHint(hint)
    await unlessStopped(plan.signal, () => probeProvider(provider, plan, tellHint))
    if (plan.rate === Infinity) await unlessStopped(plan.signal, () => provider.chooseConnections())
    const running = runChecks(checks, plan, provider)
    await (plan.bail ? Promise.race([collected.failed, running]) : running)
  })
  const results = [...collected.all]
  const isNoStateSupported = provider.states.available && provider.log.states.length === 0
  return {
    version: 1,
    provider: plan.baseUrl,
    hints: [...collected.hints],
    ...conclude(results, failure, { requireAllStates: plan.requireAllStates, isNoStateSupported }),
    seed: plan.seed,
    coverage: coverageOf(provider.log),
    checks: results,
    notes: [...notesOn(provider.log, pacer), ...(plan.bail && collected.hasFailed ? [BAILED] : [])],
    durationMs: performance.now() - startedMs,
  }
}

const BAILED = 'The run ended at the first check that failed; there may be more.'

function notesOn({ requests }: Happened, { refusals }: Pacer): string[] {
  const cut = requests.filter(({ isCut }) => isCut === true).length
  const larger = `${cut} answers were not held against the description: together the answers are larger than 64 MiB.`
  const limited = `Requests that the provider refused with 429, and that were sent again: ${refusals}. A higher limit makes the run faster.`
  return [...(cut > 0 ? [larger] : []), ...(refusals > 0 ? [limited] : [])]
}

// Whatever ends the run, a state that cannot be set up or a provider that has gone, does so with a report.
async function failureOf(act: () => Promise<void>): Promise<ToolError | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return error
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return new ToolError(`The verifier itself failed, which says nothing about the provider: ${told}`, 3)
  }
}

async function runChecks(checks: PreparedChecks, plan: RunPlan, provider: ConnectedProvider): Promise<void> {
  for (const [, { watch }] of plan.bail ? checks : [])
    if (watch !== undefined) provider.log.onRequest = (entry) => watch(entry, provider)
  for (const [kind, check] of checks) await runCheck(kind, check, plan, provider)
}

async function runCheck(
  kind: CheckKind,
  check: PreparedCheck,
  { onProgress }: RunPlan,
  provider: ConnectedProvider,
): Promise<void> {
  onProgress({ kind: 'started', check: kind })
  try {
    await check.run(provider)
  } catch (error) {
    const head = { id: `${kind}.end`, kind, name: `the ${kind} check is completed`, clause: 'Provider states' }
    const result = { ...head, result: 'error' as const, message: (error as Error).message, durationMs: 0 }
    onProgress({ kind: 'result', result })
    throw error
  }
}
