import { createHash } from 'node:crypto'
import { describeResponse, type Exchange } from '../../contract/index.js'
import { findProviderState, stringifyJson } from '../../spec/index.js'
import type { CheckResult, Finding } from '../check.js'
import type { Provider } from '../provider.js'
import { scriptLines, type ScriptState } from '../script/script.js'
import { type Interaction, pathBelow } from './interaction.js'
import { describeMismatches, type Mismatch, readReport } from './mismatches.js'
import type { Relay, RelayLog } from './relay.js'
import type { PactVerifier, VerifierAnswer } from './start-verifier.js'

// How often an order may ship by itself just before it is cancelled, or somebody place one in an empty store.
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
export type Verified =
  | { readonly result: 'passed' }
  | { readonly result: 'skipped' | 'error'; readonly message: string }
  | Failed

interface Failed {
  readonly result: 'failed'
  readonly finding: Omit<Finding, 'rule' | 'clause' | 'expectation'>
  /** The status that came, if one did. */
  readonly status: number | undefined
  /** In Pact's own words, for a Pact Broker. */
  readonly mismatches: readonly Mismatch[]
}

type StateValues = Readonly<Record<string, unknown>>

/** Verifies one interaction in the states that it names. */
export async function verifyInteraction(context: PactContext, interaction: Interaction): Promise<Verified> {
  const verified = await verifyOnce(context, interaction)
  for (let tries = 0; tries < MAX_AGAIN && mayBeOfOthers(verified, interaction); tries++) {
    const again = await verifyOnce(context, interaction)
    if (again.result === 'passed') return again
  }
  return verified
}

/**
 * Whether an order that was pending a moment ago is refused as shipped, or the store is not empty any more: what ships an
 * order is not specified, nor who else uses the store.
 */
function mayBeOfOthers(verified: Verified, { states }: Interaction): boolean {
  if (verified.result !== 'failed') return false
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  const isEmpty = states.some(({ name }) => name === 'no orders')
  return (isPending && verified.status === 409) || (isEmpty && verified.status === 200)
}

async function verifyOnce(context: PactContext, interaction: Interaction): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return { result: 'skipped', message: interaction.unverifiable }
  const { states } = context.provider
  let values: StateValues = {}
  const reached: ScriptState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return { result: 'skipped', message: state.reason }
    values = { ...values, ...state.values }
    reached.push({ kind: 'state', name, params, values: state.values })
  }
  const verified = await exchange(context, interaction, values)
  for (const { name, params } of interaction.states) await states.tearDown(name, params)
  return verified.result === 'failed' ? withSteps(verified, states, reached) : verified
}

// With the states before it, the request can be repeated from the start: the order of its id is used up by now.
function withSteps(verified: Failed, states: Provider['states'], reached: readonly ScriptState[]): Failed {
  const { status, finding } = verified
  const { request, expected } = finding
  const calls = [
    { request, answer: status === undefined ? 'no answer' : `${status}`, isAnswered: status !== undefined },
  ]
  const steps = scriptLines([...reached, { kind: 'calls', calls }], {
    states,
    expected: expected.replaceAll('\n', ', '),
  })
  return { ...verified, finding: { ...finding, steps, states: reached.map(({ name }) => name) } }
}

async function exchange(
  { provider, relay, verifier, timeoutMs, maxWaitMs }: PactContext,
  interaction: Interaction,
  values: StateValues,
): Promise<Verified> {
  const { status, requestHeaders: headers, basePath } = interaction
  const log = relay.begin({
    authorize: (authorization) => keyFor(authorization, status, provider.apiKey),
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
  return read(answer, log)
}

function read(answer: VerifierAnswer, { exchanges: [exchanged], unanswered: [unanswered] }: RelayLog): Verified {
  if (unanswered !== undefined) {
    const { request, reason } = unanswered
    const missing = { expected: 'an HTTP response', actual: `none: ${reason}`, steps: [] }
    const finding = { message: `There was no answer: ${reason}.`, request, ...missing }
    return { result: 'failed', finding, status: undefined, mismatches: [] }
  }
  if (answer.passed && exchanged !== undefined) return { result: 'passed' }
  const { mismatches, error } = readReport(answer.passed ? '' : answer.report)
  if (exchanged === undefined || mismatches.length === 0) {
    const why = answer.passed ? 'it sent no request' : error
    return { result: 'error', message: `Pact's verifier could not verify it: ${why}` }
  }
  return failed(exchanged, mismatches)
}

function failed({ request, response }: Exchange, mismatches: readonly Mismatch[]): Failed {
  const actual = describeResponse(response)
  const finding = { ...describeMismatches(mismatches), request, actual, steps: [] }
  return { result: 'failed', finding, status: response.status, mismatches }
}

/** The check's part of what came of an interaction. */
export function messageOf(verified: Verified): CheckResult['message'] {
  if (verified.result === 'passed') return undefined
  return verified.result === 'failed' ? verified.finding.message : verified.message
}

// Puts the run's key in the place of a pact's example key. An interaction that expects a 401 means its key to be wrong:
// that one gets a tail, so that it is wrong even where the example happens to be somebody's valid key.
function keyFor(authorization: string, status: number, apiKey: string): string {
  const [, scheme, example] = /^(bearer +)(\S.*)$/i.exec(authorization) ?? []
  if (scheme === undefined) return authorization
  const tail = createHash('sha256').update(apiKey).digest('hex').slice(0, 12)
  return scheme + (status === 401 ? `${example}-${tail}` : apiKey)
}

// Pact passes state values through JSON numbers, which do not hold large ids.
function asPactValue(value: unknown): string | number | boolean | null {
  if (value == null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : stringifyJson(value)
}
