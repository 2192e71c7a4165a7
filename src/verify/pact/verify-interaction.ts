import { describeResponse, type Exchange, NoAnswerError } from '../../contract/index.js'
import { findProviderState, stringifyJson } from '../../spec/index.js'
import type { CheckResult, Finding } from '../check.js'
import type { Provider } from '../provider.js'
import { scriptLines, type ScriptState } from '../script/script.js'
import type { PactValues } from './comparable-body.js'
import type { Interaction } from './interaction.js'
import { describeMismatches, type Mismatch, readReport } from './mismatches.js'
import { throughRelay } from './relay.js'
import type { PactVerifier, VerifierAnswer } from './start-verifier.js'

// How often an order may ship by itself just before it is cancelled, or somebody place one in an empty store.
const MAX_AGAIN = 3

/** What came of an interaction. */
export interface Verified {
  readonly result: Exclude<CheckResult['result'], 'note'>
  readonly message?: string
  /** What is wrong, if something is. */
  readonly finding?: Omit<Finding, 'rule' | 'clause' | 'expectation'>
  /** The status that came, if one did. */
  readonly status?: number
  /** In Pact's own words, for a Pact Broker. */
  readonly mismatches?: readonly Mismatch[]
}

/** Verifies one interaction in the states that it names. */
export async function verifyInteraction(
  provider: Provider,
  verifier: PactVerifier,
  interaction: Interaction,
): Promise<Verified> {
  const verified = await verifyOnce(provider, verifier, interaction)
  for (let tries = 0; tries < MAX_AGAIN && mayBeOfOthers(verified, interaction); tries++) {
    const again = await verifyOnce(provider, verifier, interaction)
    if (again.result === 'passed') return again
  }
  return verified
}

/**
 * Whether an order that was pending a moment ago is refused as shipped, or the store is not empty any more: what ships an
 * order is not specified, nor who else uses the store.
 */
function mayBeOfOthers({ result, status }: Verified, { states }: Interaction): boolean {
  if (result !== 'failed') return false
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  const isEmpty = states.some(({ name }) => name === 'no orders')
  return (isPending && status === 409) || (isEmpty && status === 200)
}

async function verifyOnce(provider: Provider, verifier: PactVerifier, interaction: Interaction): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return { result: 'skipped', message: interaction.unverifiable }
  const { states } = provider
  const reached: ScriptState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return { result: 'skipped', message: state.reason }
    reached.push({ kind: 'state', name, params, values: state.values })
  }
  const values = reached
    .flatMap((state) => Object.entries(state.values))
    .map(([name, value]) => [name, pactValue(value)])
  const [answer, exchange] = await throughRelay(
    provider,
    interaction,
    Object.fromEntries(values) as PactValues,
    (baseUrl, statesUrl) => verifier.verify(interaction.pact, baseUrl, statesUrl),
  )
  for (const { name, params } of interaction.states) await states.tearDown(name, params)
  return read(answer, exchange, { states, reached })
}

// Pact passes state values through JSON numbers, which do not hold large ids.
function pactValue(value: unknown): PactValues[string] {
  if (value == null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : stringifyJson(value)
}

interface Before {
  readonly states: Provider['states']
  readonly reached: readonly ScriptState[]
}

function read(answer: VerifierAnswer, exchange: Exchange | NoAnswerError | undefined, before: Before): Verified {
  if (exchange instanceof NoAnswerError) {
    const { request, reason } = exchange
    const expected = 'an HTTP response'
    const message = `There was no answer: ${reason}.`
    return failed({ message, request, expected, actual: `none: ${reason}` }, before)
  }
  if (answer.passed && exchange !== undefined) return { result: 'passed' }
  const { mismatches, error } = readReport(answer.passed ? '' : answer.report)
  if (exchange === undefined || mismatches.length === 0) {
    const why = answer.passed ? 'it sent no request' : error
    return { result: 'error', message: `Pact's verifier could not verify it: ${why}` }
  }
  const { request, response } = exchange
  const finding = { ...describeMismatches(mismatches), request, actual: describeResponse(response) }
  return { ...failed(finding, before, response.status), status: response.status, mismatches }
}

// With the states before it, the request can be repeated from the start: the order of its id is used up by now.
function failed(
  finding: Omit<NonNullable<Verified['finding']>, 'steps'>,
  { states, reached }: Before,
  status?: number,
): Verified {
  const { message, request, expected } = finding
  const calls = [{ request, answer: `${status ?? 'no answer'}`, isAnswered: status !== undefined }]
  const options = { states, expected: expected.replaceAll('\n', ', ') }
  const steps = scriptLines([...reached, { kind: 'calls', calls }], options)
  return { result: 'failed', message, finding: { ...finding, steps, states: reached.map(({ name }) => name) } }
}
