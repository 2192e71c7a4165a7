import { requirePeers } from '../node/index.js'
import type { CheckKind } from './check.js'
import type { PreparedCheck } from './prepared-check.js'
import type { ConnectedProvider } from './provider.js'
import { unlessStopped } from './unless-stopped.js'
import type { RunPlan } from './verify-options.js'

/** In the order in which they run. */
export type PreparedChecks = readonly (readonly [CheckKind, PreparedCheck])[]

/**
 * Prepares the checks that are wanted, all at the same time.
 *
 * @throws {ToolError} exit code 2, if a package or a file is missing
 */
export async function prepareChecks(plan: RunPlan): Promise<PreparedChecks> {
  const entries = Object.entries(CHECKS) as [CheckKind, CheckEntry][]
  const wanted = entries.filter(([kind]) => plan.checks.includes(kind))
  const peers = wanted.flatMap(([, { peer }]) => peer ?? [])
  requirePeers(peers, `This run (--checks ${plan.checks.join(',')})`)
  const preparing = wanted.map(async ([kind, { prepare }]) => [kind, await prepare(plan)] as const)
  try {
    return await Promise.all(preparing)
  } catch (error) {
    for (const each of preparing) void each.then(([, { close }]) => close?.()).catch(() => {})
    throw error
  }
}

export async function closeChecks(checks: PreparedChecks): Promise<void> {
  await Promise.all(checks.map(async ([, { close }]) => close?.()))
}

interface CheckEntry {
  readonly peer?: string
  /** Loads what the check needs, so that missing packages and files show before the first request. */
  readonly prepare: (plan: RunPlan) => Promise<PreparedCheck>
}

// In the order in which they run: the openapi check validates what the others have exchanged.
const CHECKS: Readonly<Record<CheckKind, CheckEntry>> = {
  pact: {
    peer: '@pact-foundation/pact',
    prepare: async (plan) => stoppable(plan, await (await import('./pact/check-pacts.js')).preparePactCheck(plan)),
  },
  model: { prepare: prepareModelCheck },
  openapi: {
    prepare: async (plan) => {
      const { prepareOpenapiCheck } = await import('./openapi/check-exchanges.js')
      return stoppable(plan, prepareOpenapiCheck(plan))
    },
  },
}

function stoppable({ signal }: RunPlan, check: PreparedCheck): PreparedCheck {
  return { ...check, run: (provider) => unlessStopped(signal, () => check.run(provider)) }
}

async function prepareModelCheck(plan: RunPlan): Promise<PreparedCheck> {
  const { runs, minRuns, seed, rerun, timeBudgetMs, signal, bail, onProgress } = plan
  const { checkModel } = await import('./model/check-model.js')
  const run = async (provider: ConnectedProvider) => {
    await checkModel(provider, {
      runs,
      minRuns,
      seed,
      rerun,
      timeBudgetMs,
      signal,
      bail,
      onProgress: ({ name }) => onProgress({ kind: 'activity', check: 'model', text: name }),
      onResult: (result) => onProgress({ kind: 'result', result }),
    })
  }
  return { run }
}
