import { once } from 'node:events'
import { AnswerCounts } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { requirePeers } from '../node/index.js'
import type { CheckKind, CheckResult } from './check.js'
import { checkDurability } from './durability.js'
import { checkModel } from './model/check-model.js'
import { OpenapiCheck } from './openapi-check.js'
import { checkPacts } from './pact/check-pacts.js'
import { loadPacts } from './pact/load-pacts.js'
import { type PactVerifier, startPactVerifier } from './pact/pact-verifier.js'
import { relayTo } from './pact/relay.js'
import { probeProvider } from './probe-provider.js'
import { throwIfStopped } from './pacer.js'
import { connectProvider, type Provider } from './provider.js'
import { conclude, type Progress, type VerificationReport } from './report/verification-report.js'
import { hintsOnStates } from './states/provider-states.js'
import { planRun, type RunPlan, type VerifyOptions } from './verify-options.js'

/**
 * Verifies a provider against the contract: by the pact's interactions, by the OpenAPI description, and by a model of
 * the rules that no single exchange can show.
 *
 * A run that could not be completed gives a report, too, with the result `error`: the provider may be unreachable.
 * @throws {ToolError} exit code 2 for wrong options, files or missing packages
 * @example
 * const report = await verifyProvider({ baseUrl: server.baseUrl, key: server.apiKey, states: statesUrl })
 * assert.equal(report.result, 'pass')
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerificationReport> {
  return new Run(await planRun(options)).report()
}

const NO_BRANCH = 'Without --provider-branch, a pact is pending until any version of the provider has passed it.'
const BAILED = 'The run stopped at the first violation; there may be more.'
const NOT_PUBLISHED = ' Results that were not yet published are not.'

// As many as a reader would try.
const MAX_LOST = 3

/** Results are collected as they come, so that those of a check that breaks off are not lost. */
class Run {
  readonly plan: RunPlan
  readonly #results: CheckResult[] = []
  readonly #hints: string[] = []
  /** Once it is over, by `bail` or at its end, a check that was left behind sends nothing more, and nobody listens to it. */
  readonly #over = new AbortController()
  #verifier: PactVerifier | undefined
  #provider: Provider | undefined
  #openapi: OpenapiCheck | undefined
  /** What is under way. */
  #kind: CheckKind | undefined

  constructor(plan: RunPlan) {
    const onProgress = (progress: Progress) => this.#tell(progress, plan.onProgress)
    this.plan = { ...plan, signal: AbortSignal.any([this.#over.signal, plan.signal]), onProgress }
  }

  async report(): Promise<VerificationReport> {
    const startedMs = performance.now()
    const failure = await this.#checkAll().catch((error: unknown) => this.#failureIn(error))
    const hasBailed = this.#over.signal.aborted
    this.#over.abort()
    const provider = this.#provider
    provider?.close()
    await this.#verifier?.close()
    if (failure?.exitCode === 2 && provider === undefined) throw failure
    const { baseUrl, seed, broker } = this.plan
    const refusals = provider?.pacer.refusals ?? 0
    const limited = `Requests retried after a 429: ${refusals}. A higher rate limit would make the run faster.`
    return {
      version: 1,
      provider: baseUrl,
      hints: this.#hints,
      ...conclude(this.#results, failure, this.plan),
      seed,
      coverage: (provider?.log.counts ?? new AnswerCounts()).list(),
      checks: this.#results,
      freedoms: provider?.log.habits.list() ?? [],
      notes: [
        ...(refusals > 0 ? [limited] : []),
        ...(hasBailed ? [BAILED + (broker.publish === true ? NOT_PUBLISHED : '')] : []),
      ],
      durationMs: performance.now() - startedMs,
    }
  }

  /** Checks until the run is stopped, if it is; a check that was abandoned goes on unheeded. */
  async #checkAll(): Promise<undefined> {
    const { signal } = this.plan
    throwIfStopped(signal)
    // A promise that never settles leaves Node nothing to wait for, and it would end without a word.
    const keptAlive = setInterval(() => {}, 2 ** 30)
    await Promise.race([once(signal, 'abort'), this.#checkEach()]).finally(() => clearInterval(keptAlive))
    throwIfStopped(signal)
  }

  async #checkEach(): Promise<void> {
    const { plan } = this
    const isWanted = (kind: CheckKind) => plan.checks.includes(kind)
    if (isWanted('pact')) requirePeers(['@pact-foundation/pact'], `This run (--checks ${plan.checks.join(',')})`)
    // Pact's verifier takes a while to start. The relay gives up first, and knows better why; it may have to wait for a
    // provider that returns 429.
    const verifier = isWanted('pact') ? startPactVerifier(plan.timeoutMs + 2 * plan.maxWaitMs) : undefined
    this.#verifier = verifier
    const pacts = verifier && (await loadPacts(plan))
    const provider = await connectProvider(plan)
    this.#provider = provider
    const isPendingUnclear = plan.broker.enablePending === true && plan.broker.providerBranch === undefined
    const ofPacts = pacts?.flatMap(({ interactions }) => interactions.flatMap(({ states }) => states))
    const hints = [...(isPendingUnclear ? [NO_BRANCH] : []), ...hintsOnStates(provider.states, plan, ofPacts)]
    for (const text of hints) plan.onProgress({ kind: 'hint', text })
    const openapi = isWanted('openapi') ? new OpenapiCheck(provider, plan) : undefined
    await probeProvider(provider, plan)
    // Responses of a gateway whose provider is not there end the run before this.
    if (openapi) openapi.bails = plan.bail
    this.#openapi = openapi
    if (plan.rate === Infinity) await provider.chooseConnections()
    if (verifier && pacts) await this.#check('pact', () => checkPacts(relayTo(provider, verifier), pacts, plan))
    if (isWanted('model')) await this.#check('model', () => checkModel(provider, plan))
    // The last one, as it validates what the others have exchanged.
    if (openapi) await this.#check('openapi', () => openapi.run())
    const { restart } = plan
    if (restart !== undefined) await this.#check('model', () => checkDurability(provider, { ...plan, restart }))
  }

  async #check(kind: CheckKind, run: () => Promise<unknown>): Promise<void> {
    this.#kind = kind
    this.plan.onProgress({ kind: 'started', check: kind })
    await run()
    this.#kind = undefined
  }

  /** Here texts from outside enter the report. */
  #tell(told: Progress, onProgress: RunPlan['onProgress']): void {
    if (this.#over.signal.aborted) return
    const progress = this.plan.secrets.redact(told)
    if (progress.kind === 'result') this.#results.push(progress.result)
    if (progress.kind === 'hint') this.#hints.push(progress.text)
    onProgress(progress)
    if (this.plan.bail && progress.kind === 'result' && progress.result.result === 'failed') this.#over.abort()
  }

  /** What the provider may have ended over, if it has: several requests are under way at once. */
  async #lastRequests(): Promise<string[]> {
    // A state may be the first to find that it has ended.
    const { signal } = this.plan
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), this.#provider?.log.settle()])
    const { lost = [], requests = [] } = this.#provider?.log ?? {}
    // One that has never responded has not ended over a request.
    const first = lost.length < requests.length ? lost.slice(0, MAX_LOST) : []
    const lines = first.map(({ answer: { request } }) => `${request.method} ${request.path}`)
    return lines.length === 0 ? [] : [`The first requests without a response were: ${[...new Set(lines)].join(', ')}.`]
  }

  /** Every failure that ends a run, such as a state that cannot be set up or a provider that has ended, gives a report. */
  async #failureIn(error: unknown): Promise<ToolError | undefined> {
    const lastRequests = await this.#lastRequests()
    if (this.#over.signal.aborted) return undefined
    const stack = error instanceof Error ? error.stack : String(error)
    const own = `The verifier itself failed, which says nothing about the provider: ${stack}`
    const failure = error instanceof ToolError ? error : new ToolError(own, 3)
    failure.message = this.plan.secrets.redact([failure.message, ...lastRequests].join(' '))
    const kind = this.#kind
    if (kind !== undefined) {
      const head = { id: `${kind}.end`, kind, name: `the ${kind} check is completed`, clause: 'Provider states' }
      const result = { ...head, result: 'error' as const, message: failure.message, durationMs: 0 }
      this.plan.onProgress({ kind: 'result', result })
    }
    this.#openapi?.reportFailures()
    return failure
  }
}
