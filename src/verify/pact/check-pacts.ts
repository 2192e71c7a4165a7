import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { brokerResult, concludePact, type VerifiedInteraction } from './broker/conclude-pact.js'
import { slug } from './interaction.js'
import type { LoadedPact, LoadedPacts } from './load-pacts.js'
import type { PactVerifier } from './pact-verifier.js'
import { verifyInteraction } from './verify-interaction.js'

/** Verifies every interaction, each by itself in the states that it names. */
export async function checkPacts(
  provider: Provider,
  verifier: PactVerifier,
  { pacts, note }: LoadedPacts,
  { broker, bail, rerun, secrets, onProgress }: RunPlan,
): Promise<void> {
  const ids = new Set<string>()
  const report = (result: CheckResult) => onProgress({ kind: 'result', result })
  if (note !== undefined)
    report(brokerResult('no-pacts', 'what the Pact Broker has', { result: 'note', message: note }))
  for (const pact of pacts) {
    const verified: VerifiedInteraction[] = []
    for (const interaction of pact.interactions) {
      const id = unique(`pact.${pact.id}${slug(interaction.description)}`, ids)
      // What is published is the result of a whole pact.
      if (broker.publish !== true && rerun?.checks?.has(id) === false) continue
      const startedMs = performance.now()
      const found = await verifyInteraction(provider, verifier, interaction)
      const one = { ...found, interaction, durationMs: performance.now() - startedMs }
      verified.push(one)
      const result = checkOf(id, pact, one)
      report(result)
      if (bail && broker.publish !== true && result.result === 'failed') return
    }
    for (const result of await concludePact(pact, verified, broker, secrets))
      report({ ...result, id: unique(result.id, ids) })
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

/** Tells results apart that have the same description. */
function unique(wanted: string, ids: Set<string>): string {
  let id = wanted
  for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`
  ids.add(id)
  return id
}
