import { NoAnswerError } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import type { CheckKind, CheckResult } from './check.js'
import { coverageOf } from './coverage.js'
import { type ConnectedProvider, connectProvider } from './connect-provider.js'
import type { Look } from './looks/look.js'
import { requirePeers } from '../node/index.js'
import type { Provider } from './provider.js'
import type { Progress, VerificationReport } from './report.js'
import { openStates } from './states/open-states.js'
import { verdictOn } from './verdict.js'
import { planRun, type RunPlan, type VerifyOptions } from './verify-options.js'

// Filling a store with orders may take longer than any answer should.
const STATE_TIMEOUT_MS = 30_000

/**
 * Verifies a provider against the contract: by the pact's interactions, by the OpenAPI description, and by a model of
 * the rules that no single exchange can show.
 *
 * A run that could not be completed, or that found nobody there, gives a report, too, with the result `error`.
 *
 * @throws {ToolError} exit code 2 for wrong options, files or missing packages
 *
 * @example
 * const report = await verifyProvider({ baseUrl: server.baseUrl, key: server.apiKey, states: statesUrl })
 * assert.equal(report.result, 'pass')
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerificationReport> {
  const checks: CheckResult[] = []
  const plan = planRun({ ...options, onProgress: gather(checks, options.onProgress) })
  const looks = await loadLooks(plan)
  const states = await openStates(plan.states, Math.max(plan.timeoutMs, STATE_TIMEOUT_MS))
  const { baseUrl, key: apiKey, headers, timeoutMs, signal } = plan
  const provider = connectProvider({ baseUrl, apiKey, headers, timeoutMs, states, signal })
  try {
    return await run({ plan, provider, looks, checks })
  } finally {
    provider.close()
  }
}

// Results are taken as they are told, so that those of a look that is broken off are not lost.
function gather(checks: CheckResult[], tell: VerifyOptions['onProgress']): (progress: Progress) => void {
  return (progress) => {
    if (progress.kind === 'check') checks.push(progress.check)
    tell?.(progress)
  }
}

const PEER_OF: Readonly<Partial<Record<CheckKind, string>>> = {
  pact: '@pact-foundation/pact',
  openapi: '@stoplight/prism-http',
}

// In this order: the description is held against what all the others have seen. Missing packages show before the
// first request.
async function loadLooks(plan: RunPlan): Promise<Look[]> {
  const loaders: Record<CheckKind, () => Promise<Look>> = {
    pact: async () => (await import('./looks/pact-look.js')).loadPactLook(plan),
    model: async () => (await import('./looks/model-look.js')).loadModelLook(plan),
    openapi: async () => (await import('./looks/openapi-look.js')).loadOpenapiLook(plan),
  }
  const peers = plan.checks.flatMap((kind) => PEER_OF[kind] ?? [])
  requirePeers(peers, `This run (--checks ${plan.checks.join(',')})`)
  const kinds = (['pact', 'model', 'openapi'] as const).filter((kind) => plan.checks.includes(kind))
  return Promise.all(kinds.map((kind) => loaders[kind]()))
}

/** Finds out whether anybody is there at all; only a provider that gives no HTTP answer whatever is unreachable. */
async function greet(provider: Provider): Promise<string[]> {
  const list = { method: 'GET', path: '/store/orders' }
  const keyed = await answerTo(provider, { ...list, headers: { Authorization: `Bearer ${provider.apiKey}` } })
  if (keyed instanceof NoAnswerError) {
    const bare = await answerTo(provider, { ...list, headers: {} })
    if (bare instanceof NoAnswerError) throw new ToolError(`Cannot reach ${provider.baseUrl}: ${keyed.reason}.`, 3)
  }
  if (keyed !== 401) return []
  return ['The provider refused the key with 401. Is it valid? Give it with --key.']
}

async function answerTo(provider: Provider, request: Parameters<Provider['send']>[0]): Promise<number | NoAnswerError> {
  try {
    return (await provider.send(request)).response.status
  } catch (error) {
    if (error instanceof NoAnswerError) return error
    throw error
  }
}

interface Run {
  readonly plan: RunPlan
  readonly provider: ConnectedProvider
  readonly looks: readonly Look[]
  readonly checks: readonly CheckResult[]
}

async function run({ plan, provider, looks, checks }: Run): Promise<VerificationReport> {
  const startedMs = performance.now()
  const notes: string[] = []
  const failure = await complete(async () => {
    notes.push(...(await greet(provider)))
    for (const one of looks) await take(one, { plan, provider })
  })
  return {
    provider: plan.baseUrl,
    ...verdictOn(checks, { failure, requireAllStates: plan.requireAllStates }),
    seed: plan.seed,
    coverage: coverageOf(provider.journal),
    checks,
    notes,
    durationMs: performance.now() - startedMs,
  }
}

async function take(one: Look, { plan, provider }: Pick<Run, 'plan' | 'provider'>): Promise<void> {
  const { kind } = one
  plan.onProgress({ kind: 'look', look: kind })
  try {
    await one.look(provider)
  } catch (error) {
    const name = `the ${kind} check comes to its end`
    const check = { id: `${kind}.end`, kind, name, clause: 'Provider states', durationMs: 0 }
    if (error instanceof ToolError) {
      plan.onProgress({ kind: 'check', check: { ...check, result: 'error', message: error.message } })
    }
    throw error
  }
}

// A state that could not be set up, or a provider that is gone, ends the run: what was found so far is still told.
async function complete(act: () => Promise<void>): Promise<ToolError | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}
