import { ToolError } from '../../input/index.js'
import { version } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { text } from '../json-members.js'
import type { RunPlan } from '../verify-options.js'
import { type BrokerPact, brokerResult, linkOf } from './broker.js'
import { type Interaction, slug } from './interaction.js'
import type { LoadedPact } from './load-pacts.js'
import type { Relay } from './relay.js'
import { type Verified, verifyInteraction } from './verify-interaction.js'

type VerifiedInteraction = Verified & { readonly interaction: Interaction; readonly durationMs: number }

/** Verifies every interaction, each by itself in the states that it names, and publishes the results of whole pacts. */
export async function checkPacts(relay: Relay, pacts: readonly LoadedPact[], plan: RunPlan): Promise<void> {
  const { broker, rerun, onProgress } = plan
  const ids = new Set<string>()
  for (const pact of pacts) {
    const verified: VerifiedInteraction[] = []
    for (const interaction of pact.interactions) {
      const id = unique(`pact.${pact.id}${slug(interaction.description)}`, ids)
      // What is published is the result of a whole pact.
      if (broker.publish !== true && rerun?.checks?.has(id) === false) continue
      const startedMs = performance.now()
      const found = await verifyInteraction(relay, interaction)
      const one = { ...found, interaction, durationMs: performance.now() - startedMs }
      verified.push(one)
      onProgress({ kind: 'result', result: checkOf(id, pact, one) })
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

/** Publishes the result of a verified pact, where that is wanted, and reports what the broker says of it. */
async function conclude({ id, label, broker }: LoadedPact, verified: readonly VerifiedInteraction[], plan: RunPlan) {
  if (broker === undefined) return []
  const { publish = false } = plan.broker
  const success = verified.every(({ result }) => result === 'passed')
  const after = `after_verification:success_${success}_published_${publish}`
  const notices = broker.notices.filter(({ when }) => when === 'before_verification' || when === after)
  const message = notices.map((notice) => text(notice['text'])).join(' ')
  const results: CheckResult[] = []
  if (publish) {
    const said = await publishResult(broker, success, verified, plan)
    results.push(brokerResult(`${id}published`, `${label}the result is published`, ...said))
  }
  if (message !== '') results.push(brokerResult(`${id}notices`, `${label}what the Pact Broker says`, 'note', message))
  return results
}

/** The branch comes first, as from Pact's own verifier. A result that cannot be published is an error of the run. */
async function publishResult(
  { ask, resource }: BrokerPact,
  success: boolean,
  verified: readonly VerifiedInteraction[],
  { broker, secrets }: RunPlan,
): Promise<[result: CheckResult['result'], message: string]> {
  const { providerVersion = '', providerBranch, buildUrl } = broker
  try {
    const missing = verified.filter(({ result }) => result === 'skipped' || result === 'error').length
    if (missing > 0) throw new ToolError(`${missing} of ${verified.length} interactions could not be verified.`)
    const href = linkOf(resource, 'pb:publish-verification-results')
    if (providerBranch !== undefined) {
      const provider = await ask('GET', linkOf(resource, 'pb:provider'))
      const names = { branch: providerBranch, version: providerVersion }
      await ask('PUT', linkOf(provider, 'pb:branch-version', names), {})
    }
    await ask('POST', href, {
      success,
      testResults: secrets.redact(verified.map(testResult)),
      providerApplicationVersion: providerVersion,
      buildUrl,
      verifiedBy: { implementation: 'orders-mock', version },
    })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return ['error', `The result could not be published: ${error.message}`]
  }
  return ['passed', `${providerVersion}: ${success ? 'verified' : 'failed'}`]
}

/** The result of one interaction, in the words of the Pact Broker. */
function testResult({ interaction, result, message = '', mismatches = [] }: VerifiedInteraction): object {
  const { brokerId: interactionId, description: interactionDescription } = interaction
  const head = { interactionId, interactionDescription, success: result === 'passed' }
  if (head.success) return head
  if (mismatches.length === 0) return { ...head, exceptions: [{ message }] }
  const words = mismatches.map(({ attribute, identifier, description }) => ({ attribute, identifier, description }))
  return { ...head, mismatches: words }
}

/** Tells results apart that have the same description. */
function unique(wanted: string, ids: Set<string>): string {
  let id = wanted
  for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`
  ids.add(id)
  return id
}
