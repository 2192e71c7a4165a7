import { ToolError } from '../../input/index.js'
import { readVersion } from '../../node/index.js'
import type { CheckResult } from '../check.js'
import type { BrokerOptions } from './broker/broker-options.js'
import { type InteractionResult, publishResult } from './broker/publish-result.js'
import type { Secrets } from '../secrets/secrets.js'
import { slug } from './interaction.js'
import type { LoadedPact } from './load-pacts.js'
import type { Verified } from './verify-interaction.js'

/**
 * Publishes the result of a pact that a Pact Broker gave, and reports that as a check: a result that is not published
 * is an error of the run. A pact of which something was not verified has no result.
 */
export async function publishPact(
  { consumer, broker, interactions }: LoadedPact,
  verified: readonly Verified[],
  { broker: options, secrets }: { readonly broker: BrokerOptions; readonly secrets: Secrets },
  report: (result: CheckResult) => void,
): Promise<void> {
  if (broker === undefined || consumer === undefined) return
  const startedMs = performance.now()
  const finish = (result: Pick<CheckResult, 'result' | 'message'>) =>
    report({
      id: `pact.${slug(consumer.name)}.published`,
      kind: 'pact',
      name: `${consumer.label}: the result is published`,
      clause: 'Pact Broker',
      ...result,
      durationMs: performance.now() - startedMs,
    })
  const missing = verified.filter(({ finding: { result } }) => result === 'skipped' || result === 'error').length
  const hasFailed = verified.some(({ finding }) => finding.result === 'failed')
  if (missing > 0 && !hasFailed) {
    const message = `Nothing is published: ${missing} of ${verified.length} interactions could not be verified.`
    return finish({ result: 'error', message })
  }
  const results = secrets.conceal(interactions.map((interaction, at) => interactionResult(interaction, verified[at])))
  try {
    await publishResult(broker.client, broker.resource, results, { version: await readVersion(), options })
    finish({ result: 'passed', message: `${options.providerVersion}: ${hasFailed ? 'failed' : 'verified'}` })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    finish({ result: 'error', message: `The result could not be published: ${error.message}` })
  }
}

function interactionResult(
  { brokerId = '', description }: LoadedPact['interactions'][number],
  verified: Verified | undefined,
): InteractionResult {
  const { result, message = '' } = verified?.finding ?? { result: 'skipped' }
  const head = { interactionId: brokerId, interactionDescription: description, success: result === 'passed' }
  if (result === 'passed') return head
  const mismatches = verified?.mismatches
  return mismatches === undefined ? { ...head, exceptions: [{ message }] } : { ...head, mismatches }
}
