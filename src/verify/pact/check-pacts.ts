import type { CheckResult } from '../check.js'
import { text } from '../json-members.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { brokerResult } from './broker.js'
import { slug } from './interaction.js'
import type { LoadedPact } from './load-pacts.js'
import type { PactVerifier } from './pact-verifier.js'
import { publishResult, type VerifiedInteraction } from './publish-result.js'
import { verifyInteraction } from './verify-interaction.js'

/** Verifies every interaction, each by itself in the states that it names, and publishes the results of whole pacts. */
export async function checkPacts(
  provider: Provider,
  verifier: PactVerifier,
  pacts: readonly LoadedPact[],
  plan: RunPlan,
): Promise<void> {
  const { broker, bail, rerun, onProgress } = plan
  const ids = new Set<string>()
  // What is published is the result of a whole pact.
  const isWhole = broker.publish === true
  for (const pact of pacts) {
    const verified: VerifiedInteraction[] = []
    for (const interaction of pact.interactions) {
      const id = unique(`pact.${pact.id}${slug(interaction.description)}`, ids)
      if (!isWhole && rerun?.checks?.has(id) === false) continue
      const startedMs = performance.now()
      const found = await verifyInteraction(provider, verifier, interaction)
      const one = { ...found, interaction, durationMs: performance.now() - startedMs }
      verified.push(one)
      const result = checkOf(id, pact, one)
      onProgress({ kind: 'result', result })
      if (bail && !isWhole && result.result === 'failed') return
    }
    for (const result of await conclude(pact, verified, plan))
      onProgress({ kind: 'result', result: { ...result, id: unique(result.id, ids) } })
  }
}

function checkOf(id: string, { label, broker }: LoadedPact, verified: VerifiedInteraction): CheckResult {
  const { interaction, mismatches: _, ...found } = verified
  const { claim, clause, comments, isPending } = interaction
  const states = interaction.states.map(({ name }) => name)
  const head = { id, kind: 'pact', name: label + claim, clause, states } as const
  const check = { ...head, ...found, ...(comments.length > 0 && { comments }) }
  if (check.result !== 'failed' || (!isPending && broker?.isPending !== true)) return check
  return { ...check, result: 'note', message: `Pending, so it fails nothing yet: ${check.message}` }
}

/** Publishes the result of a verified pact of a Pact Broker, where that is wanted, and reports what the broker says of it. */
async function conclude(
  { id, label, broker }: LoadedPact,
  verified: readonly VerifiedInteraction[],
  plan: RunPlan,
): Promise<CheckResult[]> {
  if (broker === undefined) return []
  const { publish = false } = plan.broker
  const success = verified.every(({ result }) => result === 'passed')
  const after = `after_verification:success_${success}_published_${publish}`
  const notices = broker.notices.filter(({ when }) => when === 'before_verification' || when === after)
  const message = notices.map((notice) => text(notice['text'])).join(' ')
  const results: CheckResult[] = []
  if (publish) {
    const published = await publishResult(broker, verified, success, plan)
    results.push(brokerResult(`${id}published`, `${label}the result is published`, published))
  }
  if (message !== '')
    results.push(brokerResult(`${id}notices`, `${label}what the Pact Broker says`, { result: 'note', message }))
  return results
}

/** Tells results apart that have the same description. */
function unique(wanted: string, ids: Set<string>): string {
  let id = wanted
  for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`
  ids.add(id)
  return id
}
