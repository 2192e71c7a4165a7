import type { CheckResult } from '../check.js'
import type { Provider } from '../provider.js'
import type { RunPlan } from '../verify-options.js'
import { concludePact, brokerResult } from './broker/conclude-pact.js'
import { type Interaction, slug } from './interaction.js'
import type { LoadedPact, LoadedPacts } from './load-pacts.js'
import type { PactVerifier } from './pact-verifier.js'
import { type Verified, verifyInteraction } from './verify-interaction.js'

/** Verifies every interaction, each by itself in the states that it names. */
export async function checkPacts(
  provider: Provider,
  verifier: PactVerifier,
  { pacts, note }: LoadedPacts,
  { broker, bail, rerun, onProgress }: RunPlan,
): Promise<void> {
  const ids = new Set<string>()
  const report = (result: CheckResult) => onProgress({ kind: 'result', result })
  if (note !== undefined)
    report(brokerResult('no-pacts', 'what the Pact Broker has', { result: 'note', message: note }))
  for (const pact of pacts) {
    const verified: Verified[] = []
    for (const interaction of pact.interactions) {
      const rule = unique(pact.id + slug(interaction.description), ids)
      // What is published is the result of a whole pact.
      if (broker.publish !== true && rerun?.checks?.has(`pact.${rule}`) === false) continue
      const startedMs = performance.now()
      const one = await verifyInteraction(provider, verifier, interaction)
      verified.push(one)
      const result = { ...checkOf(rule, pact, interaction, one), durationMs: performance.now() - startedMs }
      report(result)
      if (bail && broker.publish !== true && result.result === 'failed') return
    }
    for (const result of await concludePact(pact, provider.secrets.redact(verified), broker))
      report({ ...result, id: unique(result.id, ids) })
  }
}

function checkOf(
  rule: string,
  { label, broker }: LoadedPact,
  { description, status, clause, states, comments, isPending, unverifiable }: Interaction,
  verified: Verified,
): CheckResult {
  const claim = unverifiable === undefined ? `${description} is answered with ${status}` : description
  const { mismatches: _, ...outcome } = verified
  const head = { id: `pact.${rule}`, kind: 'pact' as const, name: label + claim, clause, durationMs: 0 }
  const named = { states: states.map(({ name }) => name), ...(comments.length > 0 && { comments }) }
  const check = { ...head, ...outcome, ...named }
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
