import { ToolError } from '../../../input/index.js'
import { version } from '../../../spec/index.js'
import type { CheckResult } from '../../check.js'
import { text } from '../../json-members.js'
import type { Secrets } from '../../secrets.js'
import type { Interaction } from '../interaction.js'
import type { LoadedPact } from '../load-pacts.js'
import type { Verified } from '../verify-interaction.js'
import type { BrokerOptions } from './broker-options.js'
import { linkOf } from './connect-broker.js'
import type { BrokerPact } from './fetch-pacts.js'

/** An interaction and what came of it. */
export type VerifiedInteraction = Verified & { readonly interaction: Interaction; readonly durationMs: number }

type Said = Pick<CheckResult, 'result' | 'message'>

/** Publishes the result of a verified pact of a Pact Broker, where that is wanted, and reports what the broker says of it. */
export async function concludePact(
  { id, label, broker }: LoadedPact,
  verified: readonly VerifiedInteraction[],
  { publish = false, ...options }: BrokerOptions,
  secrets: Secrets,
): Promise<CheckResult[]> {
  if (broker === undefined) return []
  const success = verified.every(({ result }) => result === 'passed')
  const after = `after_verification:success_${success}_published_${publish}`
  const notices = broker.notices.filter(({ when }) => when === 'before_verification' || when === after)
  const message = notices.map((notice) => text(notice['text'])).join(' ')
  const results: CheckResult[] = []
  if (publish) {
    const said = await publishResult(broker, verified, options, secrets)
    results.push(brokerResult(`${id}published`, `${label}the result is published`, said))
  }
  if (message !== '')
    results.push(brokerResult(`${id}notices`, `${label}what the Pact Broker says`, { result: 'note', message }))
  return results
}

/** A line of the report that is about the broker, not about the provider. */
export function brokerResult(rule: string, name: string, said: Said): CheckResult {
  return { id: `pact.${rule}`, kind: 'pact', name, clause: 'Pact Broker', ...said, durationMs: 0 }
}

/** The branch first, as Pact's own verifier does. A result that cannot be published is an error of the run. */
async function publishResult(
  { ask, resource }: BrokerPact,
  verified: readonly VerifiedInteraction[],
  { providerVersion = '', providerBranch, buildUrl }: BrokerOptions,
  secrets: Secrets,
): Promise<Said> {
  const success = verified.every(({ result }) => result === 'passed')
  try {
    const missing = verified.filter(({ result }) => result === 'skipped' || result === 'error').length
    if (missing > 0) throw new ToolError(`${missing} of ${verified.length} interactions could not be verified.`)
    const href = linkOf(resource, 'pb:publish-verification-results')
    if (href === '')
      throw new ToolError('The pact has no link "pb:publish-verification-results". Is its URL that of a Pact Broker?')
    if (providerBranch !== undefined) {
      const provider = await ask('GET', linkOf(resource, 'pb:provider'))
      const branch = linkOf(provider, 'pb:branch-version', { branch: providerBranch, version: providerVersion })
      if (branch === '') throw new ToolError('The broker offers no link "pb:branch-version".')
      await ask('PUT', branch, {})
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
    return { result: 'error', message: `The result could not be published: ${error.message}` }
  }
  return { result: 'passed', message: `${providerVersion}: ${success ? 'verified' : 'failed'}` }
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
