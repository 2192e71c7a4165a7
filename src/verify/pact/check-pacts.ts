import { type Answer, statusOf } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { findProviderState, version } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { text } from '../json-members.js'
import type { Provider } from '../provider.js'
import type { ReachedState } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { type BrokerPact, brokerResult, linkOf } from './broker.js'
import { failed, type Verified } from './failed-interaction.js'
import { type Interaction, type LoadedPact, slug } from './load-pacts.js'
import type { Relay } from './relay.js'

type VerifiedInteraction = Verified & { readonly interaction: Interaction; readonly durationMs: number }

// How often an order may ship by itself just before it is cancelled, or somebody place one in an empty store.
const MAX_AGAIN = 9
// How often somebody may remove an order of a state before it is asked for.
const MAX_REMOVED = 2

/** Verifies every interaction, each by itself in the states that it names, and publishes the results of whole pacts. */
export async function checkPacts(relay: Relay, pacts: readonly LoadedPact[], plan: RunPlan): Promise<void> {
  const { broker, rerun, onProgress } = plan
  const ids = new Set<string>()
  for (const pact of pacts) {
    const verified: VerifiedInteraction[] = []
    for (const interaction of pact.interactions) {
      const id = unique(`pact.${pact.id}${slug(interaction.description)}`, ids)
      // Only the result of a whole pact is published.
      if (broker.publish !== true && rerun?.checks?.has(id) === false) continue
      const startedMs = performance.now()
      const found = await verifyInteraction(relay, interaction)
      const one = { ...found, interaction, durationMs: performance.now() - startedMs }
      verified.push(one)
      onProgress({ kind: 'result', result: checkOf(id, pact, one) })
    }
    // Of a run that has ended, perhaps by its first failure, nothing is published.
    if (plan.signal.aborted) return
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
  return { ...check, result: 'note', message: `Pending, so it does not fail the run: ${check.message}` }
}

async function verifyInteraction({ provider, verify }: Relay, interaction: Interaction): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return { result: 'skipped', message: interaction.unverifiable }
  for (let tries = 0; ; tries++) {
    const reached = await setUp(provider, interaction)
    if (typeof reached === 'string') return { result: 'skipped', message: reached }
    const values = Object.fromEntries(reached.flatMap((state) => Object.entries(state.values)))
    const relayed = await verify(interaction, values)
    for (const { name, params } of interaction.states) await provider.states.tearDown(name, params)
    const { report, answer } = relayed
    if (report.hasPassed && answer && statusOf(answer) !== undefined) return { result: 'passed' }
    if (tries >= timesOfOthers(answer, interaction)) return failed(provider, reached, relayed)
  }
}

async function setUp({ states }: Provider, interaction: Interaction): Promise<ReachedState[] | string> {
  const reached: ReachedState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return state.reason
    reached.push(state)
  }
  return reached
}

/** How often time or others may be the cause: an order has shipped, was cancelled (then any 4xx will do), removed or added. */
function timesOfOthers(answer: Answer | undefined, { states }: Interaction): number {
  const status = (answer && statusOf(answer)) ?? 0
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  const isEmpty = states.some(({ name }) => name === 'no orders')
  const isUsedUp = isPending && status >= 400 && status < 500 && status !== 401
  if (isUsedUp || (isEmpty && status === 200)) return MAX_AGAIN
  return states.length > 0 && (status === 404 || status === 200) ? MAX_REMOVED : 0
}

/** Publishes the result of a verified pact, if that is wanted, and reports what the broker says of it. */
async function conclude({ id, label, broker }: LoadedPact, verified: readonly VerifiedInteraction[], plan: RunPlan) {
  if (broker === undefined) return []
  const { publish = false } = plan.broker
  const success = verified.every(({ result }) => result === 'passed')
  const after = `after_verification:success_${success}_published_${publish}`
  const notices = broker.notices.filter(({ when }) => when === 'before_verification' || when === after)
  const message = notices.map((notice) => text(notice['text'])).join(' ')
  const results: CheckResult[] = []
  if (publish) {
    const said = await publishResult(broker, { success, verified }, plan)
    results.push(brokerResult(`${id}published`, `${label}the result is published`, ...said))
  }
  if (message !== '') results.push(brokerResult(`${id}notices`, `${label}what the Pact Broker says`, 'note', message))
  return results
}

/** The branch comes first, as from Pact's own verifier. A result that cannot be published is an error of the run. */
async function publishResult(
  { ask, resource }: BrokerPact,
  { success, verified }: { readonly success: boolean; readonly verified: readonly VerifiedInteraction[] },
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
