import { ToolError } from '../../input/index.js'
import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { type Interaction, slug } from './interaction.js'
import { type LoadedPact, loadPacts } from './load-pacts.js'
import { publishPact } from './publish-pact.js'
import { openRelay } from './relay.js'
import { startPactVerifier } from './start-verifier.js'
import { type PactContext, type Verified, verifyInteraction } from './verify-interaction.js'

type ReportResult = (result: CheckResult) => void

/** Loads the pacts, of which every interaction is to be verified, and starts Pact's verifier, which takes a while. */
export async function preparePactCheck(plan: RunPlan) {
  const verifier = startPactVerifier()
  const report: ReportResult = (result) => plan.onProgress({ kind: 'result', result })
  const pacts = await loadPacts(plan).catch(async (error: unknown) => {
    // What others fail to give ends the run with a report.
    if (error instanceof ToolError && error.exitCode === 3) return error
    await verifier.close()
    throw error
  })
  return {
    run: async (provider: Provider): Promise<void> => {
      if (pacts instanceof ToolError) throw pacts
      await checkPacts({ provider, verifier }, pacts, plan, report)
    },
    close: () => verifier.close(),
  }
}

/** Verifies every interaction, each by itself in the states that it names. */
async function checkPacts(
  { provider, verifier }: Pick<PactContext, 'provider' | 'verifier'>,
  pacts: readonly LoadedPact[],
  plan: RunPlan,
  report: ReportResult,
): Promise<void> {
  const { timeoutMs, maxWaitMs, broker } = plan
  // What is published is the result of a whole pact.
  const bail = plan.bail && broker.publish !== true
  const relay = await openRelay(provider)
  const context = { provider, relay, verifier, timeoutMs, maxWaitMs }
  const ids = new Set<string>()
  let hasFailed = false
  let shortened = 0
  const tell: ReportResult = (result) => {
    hasFailed ||= result.result === 'failed'
    report(withUniqueId(result, ids))
  }
  try {
    for (const pact of pacts) {
      if (bail && hasFailed) return
      const verified = await checkPact(context, pact, bail, tell)
      shortened += verified.filter(({ isShortened }) => isShortened === true).length
      if (broker.publish === true) await publishPact(pact, verified, { broker, secrets: provider.secrets }, tell)
    }
    if (shortened > 0) report(noteShortened(shortened))
  } finally {
    await relay.close()
  }
}

function noteShortened(count: number): CheckResult {
  const answers = count === 1 ? '1 answer was' : `${count} answers were`
  return {
    id: 'pact.long-answers',
    kind: 'pact',
    name: "what Pact's verifier compared",
    clause: 'Limits',
    result: 'note',
    message: `${answers} too long for Pact's verifier, which compared the first 1000 elements and members, of the others some of every kind, and no text beyond 10000 characters. The openapi check reads them whole.`,
    durationMs: 0,
  }
}

async function checkPact(
  context: PactContext,
  pact: LoadedPact,
  bail: boolean,
  report: ReportResult,
): Promise<Verified[]> {
  const all: Verified[] = []
  for (const interaction of pact.interactions) {
    const startedMs = performance.now()
    const verified = await verifyInteraction(context, interaction)
    all.push(verified)
    const check = checkOf(pact, interaction, { ...verified.finding, durationMs: performance.now() - startedMs })
    report(check)
    if (bail && check.result === 'failed') return all
  }
  return all
}

function checkOf(
  { consumer }: LoadedPact,
  interaction: Interaction,
  result: Pick<CheckResult, 'result' | 'message' | 'durationMs'>,
): CheckResult {
  const { id, description, status, clause, states, comments, isPending, unverifiable } = interaction
  const claim = unverifiable === undefined ? `${description} is answered with ${status}` : description
  const isForgiven = isPending && result.result === 'failed'
  return {
    id: ['pact', ...(consumer === undefined ? [] : [slug(consumer.name)]), id].join('.'),
    kind: 'pact',
    name: consumer === undefined ? claim : `${consumer.label}: ${claim}`,
    clause,
    states: states.map((state) => state.name),
    ...(comments.length === 0 ? {} : { comments }),
    ...result,
    ...(isForgiven ? { result: 'note' as const, message: `Pending, so it fails nothing yet: ${result.message}` } : {}),
  }
}

/** Tells results apart that have the same description. */
function withUniqueId(result: CheckResult, ids: Set<string>): CheckResult {
  let { id } = result
  for (let count = 2; ids.has(id); count++) id = `${result.id}-${count}`
  ids.add(id)
  return { ...result, id }
}
