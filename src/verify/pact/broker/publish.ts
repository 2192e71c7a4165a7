import { ToolError } from '../../../input/index.js'
import { readVersion } from '../../../node/index.js'
import type { Json } from '../../../spec/index.js'
import type { CheckResult } from '../../check.js'
import type { JsonObject } from '../../json-members.js'
import { slug } from '../interaction.js'
import type { LoadedPact } from '../load-pacts.js'
import type { Verified } from '../verify-interaction.js'
import type { BrokerOptions } from './broker-options.js'
import { BrokerError, type HalClient, linkOf } from './hal-client.js'

/**
 * Publishes the result of a pact that a Pact Broker gave, and reports that as a check: a result that is not published
 * is an error of the run. A pact of which something was not verified has no result.
 */
export async function publishPact(
  { consumer, broker, interactions }: LoadedPact,
  verified: readonly Verified[],
  options: BrokerOptions,
): Promise<CheckResult | undefined> {
  if (broker === undefined || consumer === undefined) return undefined
  const startedMs = performance.now()
  const finish = (result: Pick<CheckResult, 'result' | 'message'>): CheckResult => ({
    id: `pact.${slug(consumer.name)}.published`,
    kind: 'pact',
    name: `${consumer.label}: the result is published`,
    clause: 'Pact Broker',
    ...result,
    durationMs: performance.now() - startedMs,
  })
  const missing = verified.filter(({ result }) => result === 'skipped' || result === 'error').length
  const hasFailed = verified.some(({ result }) => result === 'failed')
  if (missing > 0 && !hasFailed) {
    const message = `Nothing is published: ${missing} of ${verified.length} interactions could not be verified.`
    return finish({ result: 'error', message })
  }
  try {
    await publish(broker.client, broker.resource, options, {
      success: !hasFailed && missing === 0,
      testResults: interactions.map((interaction, at) => testResult(interaction, verified[at])),
    })
    return finish({ result: 'passed', message: `${options.providerVersion}: ${hasFailed ? 'failed' : 'verified'}` })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return finish({ result: 'error', message: `The result could not be published: ${error.message}` })
  }
}

/** The branch first, as Pact's own verifier does. */
async function publish(
  client: HalClient,
  pact: JsonObject,
  { providerVersion = '', providerBranch, buildUrl }: BrokerOptions,
  result: { readonly success: boolean; readonly testResults: Json[] },
): Promise<void> {
  const href = linkOf(pact, 'pb:publish-verification-results')
  if (href === undefined) throw new BrokerError('the broker offers no link "pb:publish-verification-results" for it')
  if (providerBranch !== undefined) {
    const provider = linkOf(pact, 'pb:provider')
    const values = { branch: providerBranch, version: providerVersion }
    const branch = provider && linkOf(await client.send('GET', provider), 'pb:branch-version', values)
    if (branch === undefined || branch === '') throw new BrokerError('the broker offers no link "pb:branch-version"')
    await client.send('PUT', branch, {})
  }
  await client.send('POST', href, {
    ...result,
    providerApplicationVersion: providerVersion,
    ...(buildUrl === undefined ? {} : { buildUrl }),
    verifiedBy: { implementation: 'orders-mock', version: await readVersion() },
  })
}

/** The result of one interaction, in the words of the Pact Broker. */
function testResult(
  { brokerId = '', description }: LoadedPact['interactions'][number],
  verified: Verified | undefined,
): Json {
  const head = { interactionId: brokerId, interactionDescription: description, success: verified?.result === 'passed' }
  if (verified?.result === 'passed') return head
  const mismatches = (verified?.mismatches ?? []).map(({ attribute, identifier, description: text }) => ({
    attribute,
    ...(identifier === undefined ? {} : { identifier }),
    description: text,
  }))
  if (mismatches.length > 0) return { ...head, mismatches }
  return { ...head, exceptions: [{ message: verified?.message ?? '' }] }
}
