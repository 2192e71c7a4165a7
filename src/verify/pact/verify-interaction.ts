import { findProviderState, stringifyJson } from '../../spec/index.js'
import { type CheckResult, failedExchange } from '../check.js'
import { curlLine } from '../curl.js'
import type { Provider } from '../provider.js'
import { scriptLines } from '../script/script.js'
import type { ScriptState } from '../script/script-event.js'
import { explainMismatches } from './explain-mismatches.js'
import type { Interaction } from './interaction.js'
import { keyFor } from './key-for.js'
import { pathBelow } from './path-below.js'
import { readReport } from './read-report.js'
import type { PublishedMismatch } from './broker/publish-result.js'
import type { Relay, RelayLog } from './relay.js'
import type { PactVerifier, VerifierAnswer } from './start-verifier.js'

// How often an order may ship by itself just before it is cancelled.
const MAX_AGAIN = 3

/** What an interaction is verified with. */
export interface PactContext {
  readonly provider: Provider
  readonly relay: Relay
  readonly verifier: PactVerifier
  readonly timeoutMs: number
  /** How long the run waits in all for a provider that answers 429. */
  readonly maxWaitMs: number
}

/** What came of an interaction. */
export interface Verified {
  readonly finding: Finding
  /** In Pact's own words, for a Pact Broker. */
  readonly mismatches?: readonly PublishedMismatch[]
  /** Whether Pact's verifier was given only a part of the answer. */
  readonly isShortened?: boolean
}

type Finding = Pick<CheckResult, 'result' | 'message' | 'request' | 'expected' | 'actual' | 'curl' | 'steps'>

type StateValues = Readonly<Record<string, unknown>>

/** Verifies one interaction in the states that it names. */
export async function verifyInteraction(context: PactContext, interaction: Interaction): Promise<Verified> {
  const verified = await verifyOnce(context, interaction)
  for (let tries = 0; tries < MAX_AGAIN && mayHaveShipped(verified, interaction); tries++) {
    const again = await verifyOnce(context, interaction)
    if (again.finding.result === 'passed') return again
  }
  return verified
}

/** Whether an order that was pending a moment ago is refused as shipped: what ships an order is not specified. */
function mayHaveShipped({ finding: { result, actual = '' } }: Verified, { states }: Interaction): boolean {
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  return isPending && result === 'failed' && /^status 409\b/.test(actual)
}

async function verifyOnce(context: PactContext, interaction: Interaction): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return skipped(interaction.unverifiable)
  const { states } = context.provider
  let values: StateValues = {}
  const reached: ScriptState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return skipped(state.reason)
    values = { ...values, ...state.values }
    reached.push({ kind: 'state', name, params, values: state.values })
  }
  const verified = await exchange(context, interaction, values)
  for (const { name, params } of interaction.states) await states.tearDown(name, params)
  const { finding } = verified
  if (finding.result !== 'failed') return verified
  return { ...verified, finding: { ...finding, ...stepsTo(finding, states, reached) } }
}

function skipped(message: string): Verified {
  return { finding: { result: 'skipped', message } }
}

// With the states before it, the request can be repeated from the start: the order of its id is used up by now.
function stepsTo(
  { request, expected = '', actual }: Finding,
  states: Provider['states'],
  reached: readonly ScriptState[],
): Pick<CheckResult, 'steps'> {
  if (request === undefined) return {}
  const answer = actual?.split('\n')[0] ?? 'no answer'
  const calls = [{ request, answer, isAnswered: actual !== undefined }]
  return {
    steps: scriptLines([...reached, { kind: 'calls', calls }], { states, expected: expected.replaceAll('\n', ', ') }),
  }
}

async function exchange(
  { provider, relay, verifier, timeoutMs, maxWaitMs }: PactContext,
  interaction: Interaction,
  values: StateValues,
): Promise<Verified> {
  const { status, requestHeaders: headers, basePath } = interaction
  const log = relay.begin({
    authorize: (authorization) => keyFor(authorization, { status, apiKey: provider.apiKey }),
    readdress: (path) => pathBelow(basePath, path),
    headers,
    pact: interaction.pact,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asPactValue(value)])),
  })
  const answer = await verifier.verify(interaction.pact, {
    baseUrl: relay.baseUrl,
    statesUrl: relay.statesUrl,
    // The relay gives up first, and knows better why; it may have to wait for a provider that answers 429.
    timeoutMs: timeoutMs + 2 * maxWaitMs,
  })
  if (relay.failure !== undefined) throw relay.failure
  return { ...read(answer, log, interaction), isShortened: log.isShortened }
}

function read(
  answer: VerifierAnswer,
  { exchanges: [exchanged], unanswered: [unanswered], isShortened }: RelayLog,
  interaction: Interaction,
): Verified {
  if (unanswered !== undefined) {
    const { request, reason } = unanswered
    const message = `There was no answer: ${reason}.`
    return { finding: { result: 'failed', message, request, curl: curlLine(request) } }
  }
  if (answer.passed && exchanged !== undefined) return { finding: { result: 'passed' } }
  const { mismatches, error } = readReport(answer.passed ? '' : answer.report)
  if (exchanged === undefined || mismatches.length === 0) {
    const why = answer.passed ? 'it sent no request' : error
    return { finding: { result: 'error', message: `Pact's verifier could not verify it: ${why}` } }
  }
  const { message, expected } = explainMismatches(mismatches, interaction.pact)
  const published = mismatches.map(({ attribute, identifier, description }) => ({
    attribute,
    ...(identifier === undefined ? {} : { identifier }),
    description,
  }))
  const { length } = exchanged.response.body
  const told = isShortened ? `${message} (Pact's verifier was given a part of the ${length} characters.)` : message
  return { finding: { ...failedExchange(exchanged, expected), message: told }, mismatches: published }
}

// Pact passes state values through JSON numbers, which do not hold large ids.
function asPactValue(value: unknown): string | number | boolean | null {
  if (value == null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : stringifyJson(value)
}
