import { ToolError } from '../input/index.js'
import { requirePeers } from '../node/index.js'
import type { CheckKind, CheckResult } from './check.js'
import { prepareOpenapiCheck } from './openapi/check-exchanges.js'
import { Pacer } from './pacer.js'
import { checkPacts } from './pact/check-pacts.js'
import { loadPacts } from './pact/load-pacts.js'
import { startPactVerifier } from './pact/pact-verifier.js'
import { probeProvider } from './probe-provider.js'
import { checkModel } from './model/check-model.js'
import { connectProvider } from './provider.js'
import { conclude, type Progress, type VerificationReport } from './report/verification-report.js'
import { RunLog } from './run-log.js'
import { Secrets } from './secrets.js'
import { hintsOnStates, openStates } from './states/open-states.js'
import { unlessStopped } from './unless-stopped.js'
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
  return new Run(planRun(options)).report()
}

const BAILED = 'The run ended at the first check that failed; there may be more.'

/** Results are collected as they come, so that those of a check that breaks off are not lost. */
class Run {
  readonly plan: RunPlan
  readonly #results: CheckResult[] = []
  readonly #hints: string[] = []
  readonly #log = new RunLog()
  readonly #pacer: Pacer
  readonly #secrets: Secrets
  /** Once it is over, a check that was left behind sends nothing more, and nobody listens to it. */
  readonly #over = new AbortController()
  readonly #closers: (() => unknown)[] = []
  #hasBailed = false
  #isPrepared = false
  /** What is under way. */
  #kind: CheckKind | undefined
  /** Tells of a run that broke off what its answers have shown before that. */
  #tellWrong = () => {}

  constructor(plan: RunPlan) {
    const { onProgress, signal } = plan
    const tell = (progress: Progress) => this.#tell(progress, onProgress)
    this.plan = { ...plan, signal: AbortSignal.any([this.#over.signal, signal]), onProgress: tell }
    this.#pacer = new Pacer(plan)
    this.#secrets = new Secrets(plan)
  }

  async report(): Promise<VerificationReport> {
    const startedMs = performance.now()
    const failure = await unlessStopped(this.plan.signal, () => this.#checkAll()).then(
      () => undefined,
      (error: unknown) => this.#failureIn(error),
    )
    this.#over.abort()
    await Promise.all(this.#closers.map((close) => close()))
    if (failure?.exitCode === 2 && !this.#isPrepared) throw failure
    const { baseUrl, seed } = this.plan
    return this.#secrets.redact({
      version: 1,
      provider: baseUrl,
      hints: this.#hints,
      ...conclude(this.#results, failure, this.plan),
      seed,
      coverage: this.#log.counts.list(),
      checks: this.#results,
      notes: this.#notes(),
      durationMs: performance.now() - startedMs,
    })
  }

  async #checkAll(): Promise<void> {
    const { plan } = this
    const isWanted = (kind: CheckKind) => plan.checks.includes(kind)
    if (isWanted('pact')) requirePeers(['@pact-foundation/pact'], `This run (--checks ${plan.checks.join(',')})`)
    // Pact's verifier takes a while to start. The relay gives up first, and knows better why; it may have to wait for a
    // provider that answers 429.
    const verifier = isWanted('pact') ? startPactVerifier(plan.timeoutMs + 2 * plan.maxWaitMs) : undefined
    await this.#closeAtEnd(() => verifier?.close())
    const pacts = verifier && (await loadPacts(plan))
    const { states: where, statesTimeoutMs, statesHeaders: headers, route } = plan
    const states = await openStates(where, statesTimeoutMs, { headers, pacer: this.#pacer, route })
    const provider = connectProvider(plan, states, { pacer: this.#pacer, secrets: this.#secrets, log: this.#log })
    await this.#closeAtEnd(() => provider.close())
    this.#isPrepared = true
    const tellHint = (text: string) => plan.onProgress({ kind: 'hint', text })
    const hasOwnPacts = plan.pacts.length > 0 || plan.broker.url !== undefined
    if (plan.broker.enablePending === true && plan.broker.providerBranch === undefined)
      tellHint('Without --provider-branch, the broker calls pending what no version of the provider has ever kept.')
    for (const hint of hintsOnStates(states, where ?? '', hasOwnPacts)) tellHint(hint)
    await probeProvider(provider, plan, tellHint)
    if (plan.rate === Infinity) await provider.chooseConnections()
    const openapi = prepareOpenapiCheck(plan)
    if (isWanted('openapi')) {
      this.#log.onRequest = (entry) => openapi.watch(entry, provider)
      this.#tellWrong = () => openapi.tellWrong(provider)
    }
    if (verifier && pacts) await this.#check('pact', () => checkPacts(provider, verifier, pacts, plan))
    if (isWanted('model')) await this.#check('model', () => checkModel(provider, plan))
    // The last one, as it validates what the others have exchanged.
    if (isWanted('openapi')) await this.#check('openapi', () => openapi.run(provider))
  }

  async #check(kind: CheckKind, run: () => Promise<unknown>): Promise<void> {
    this.#kind = kind
    this.plan.onProgress({ kind: 'started', check: kind })
    await run()
    this.#kind = undefined
  }

  /** Closes at once what was opened after the end. */
  async #closeAtEnd(close: () => unknown): Promise<void> {
    if (this.#over.signal.aborted) await close()
    else this.#closers.push(close)
  }

  #tell(progress: Progress, onProgress: RunPlan['onProgress']): void {
    if (this.#over.signal.aborted) return
    if (progress.kind === 'result') this.#results.push(progress.result)
    if (progress.kind === 'hint') this.#hints.push(progress.text)
    onProgress(this.#secrets.redact(progress))
    if (!this.plan.bail || progress.kind !== 'result' || progress.result.result !== 'failed') return
    this.#hasBailed = true
    this.#over.abort()
  }

  /** Whatever ends a run, a state that cannot be set up or a provider that has gone, does so with a report. */
  #failureIn(error: unknown): ToolError | undefined {
    if (this.#hasBailed) return undefined
    const failure = error instanceof ToolError ? error : ownFailure(error)
    const kind = this.#kind
    if (kind !== undefined) {
      const head = { id: `${kind}.end`, kind, name: `the ${kind} check is completed`, clause: 'Provider states' }
      const result = { ...head, result: 'error' as const, message: failure.message, durationMs: 0 }
      this.plan.onProgress({ kind: 'result', result })
    }
    this.#tellWrong()
    return failure
  }

  #notes(): string[] {
    const { refusals } = this.#pacer
    const limited = `Requests that the provider refused with 429, and that were sent again: ${refusals}. A higher limit makes the run faster.`
    return [...(refusals > 0 ? [limited] : []), ...(this.#hasBailed ? [BAILED] : [])]
  }
}

function ownFailure(error: unknown): ToolError {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new ToolError(`The verifier itself failed, which says nothing about the provider: ${told}`, 3)
}
