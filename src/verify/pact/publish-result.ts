import { ToolError } from '../../input/index.js'
import { version } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import type { RunPlan } from '../verify-options.js'
import { type BrokerPact, linkOf } from './broker.js'
import type { Interaction } from './interaction.js'
import type { Verified } from './verify-interaction.js'

/** An interaction and what came of it. */
export type VerifiedInteraction = Verified & { readonly interaction: Interaction; readonly durationMs: number }

/**
 * Publishes whether a pact holds: the branch first, as Pact's own verifier does. A result that cannot be published is an
 * error of the run.
 */
export async function publishResult(
  { ask, resource }: BrokerPact,
  verified: readonly VerifiedInteraction[],
  success: boolean,
  { broker, secrets }: RunPlan,
): Promise<Pick<CheckResult, 'result' | 'message'>> {
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
