import { ToolError } from '../../../input/index.js'
import { readVersion } from '../../../node/index.js'
import type { Json } from '../../../spec/index.js'
import type { CheckResult } from '../../check.js'
import type { Interaction } from '../interaction.js'
import type { LoadedPact } from '../load-pacts.js'
import type { Verified } from '../verify-interaction.js'
import type { BrokerOptions } from './broker-options.js'
import type { BrokerPact } from './fetch-pacts.js'
import { BrokerError, linkOf } from './hal-client.js'

type Outcome = Pick<CheckResult, 'result' | 'message'>

/** Publishes the result of a verified pact of a Pact Broker, where that is wanted, and reports what the broker says of it. */
export async function concludePact(
  { id, label, broker, interactions }: LoadedPact,
  verified: readonly Verified[],
  options: BrokerOptions,
): Promise<CheckResult[]> {
  if (broker === undefined) return []
  const results: CheckResult[] = []
  const { publish = false } = options
  if (publish) {
    const testResults = interactions.map((interaction, at) => testResult(interaction, verified[at]))
    const missing = verified.filter(({ result }) => result === 'skipped' || result === 'error').length
    const why = `${missing} of ${verified.length} interactions could not be verified`
    const outcome: Outcome =
      missing > 0
        ? { result: 'error', message: `Nothing is published: ${why}.` }
        : await publishResult(broker, testResults, options)
    results.push(brokerResult(`${id}published`, `${label}the result is published`, outcome))
  }
  const success = verified.every(({ result }) => result === 'passed')
  const after = `after_verification:success_${success}_published_${publish}`
  const notices = broker.notices.filter(({ when }) => when === 'before_verification' || when === after)
  const message = notices.map(({ text }) => text).join(' ')
  if (message === '') return results
  return [...results, brokerResult(`${id}notices`, `${label}what the Pact Broker says`, { result: 'note', message })]
}

/** A line of the report that is about the broker, not about the provider. */
export function brokerResult(rule: string, name: string, outcome: Outcome): CheckResult {
  return { id: `pact.${rule}`, kind: 'pact', name, clause: 'Pact Broker', ...outcome, durationMs: 0 }
}

/** The result of one interaction, in the words of the Pact Broker. */
function testResult({ brokerId, description }: Interaction, verified: Verified | undefined): { [name: string]: Json } {
  const success = verified?.result === 'passed'
  const result = { interactionId: brokerId, interactionDescription: description, success }
  if (success) return result
  const mismatches = (verified?.mismatches ?? []).map(({ attribute, identifier, description: text }) => ({
    attribute,
    ...(identifier !== '' && { identifier }),
    description: text,
  }))
  if (mismatches.length > 0) return { ...result, mismatches }
  return { ...result, exceptions: [{ message: verified?.message ?? '' }] }
}

/** The branch first, as Pact's own verifier does. A result that cannot be published is an error of the run. */
async function publishResult(
  { client, resource }: BrokerPact,
  testResults: { [name: string]: Json }[],
  { providerVersion = '', providerBranch, buildUrl }: BrokerOptions,
): Promise<Outcome> {
  const success = testResults.every((each) => each['success'])
  try {
    const href = linkOf(resource, 'pb:publish-verification-results')
    if (href === undefined)
      throw new BrokerError('The pact has no link "pb:publish-verification-results". Is its URL that of a Pact Broker?')
    if (providerBranch !== undefined) {
      const provider = await client.send('GET', linkOf(resource, 'pb:provider') ?? '')
      const branch = linkOf(provider, 'pb:branch-version', { branch: providerBranch, version: providerVersion })
      if (branch === undefined) throw new BrokerError('The broker offers no link "pb:branch-version".')
      await client.send('PUT', branch, {})
    }
    await client.send('POST', href, {
      success,
      testResults,
      providerApplicationVersion: providerVersion,
      ...(buildUrl !== undefined && { buildUrl }),
      verifiedBy: { implementation: 'orders-mock', version: await readVersion() },
    })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { result: 'error', message: `The result could not be published: ${error.message}` }
  }
  return { result: 'passed', message: `${providerVersion}: ${success ? 'verified' : 'failed'}` }
}
