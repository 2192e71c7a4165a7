import { stringifyJson } from '../../spec/index.js'
import { type CheckResult, failedExchange } from '../check.js'
import { curlLine } from '../curl.js'
import { MAX_WAIT_MS } from '../pacer.js'
import type { Provider } from '../provider.js'
import { type ScriptState, scriptLines } from '../script/script.js'
import type { RunPlan } from '../verify-options.js'
import { credentialsFor } from './credentials.js'
import { explainMismatches } from './explain-mismatches.js'
import type { Interaction } from './interaction.js'
import { type Relay, type RelayLog, openRelay } from './relay.js'
import { loadPacts } from './load-pacts.js'
import { type PactVerifier, startPactVerifier, type VerifierAnswer } from './start-verifier.js'

/** Loads the pact files, of which every interaction is to be verified. */
export async function preparePactCheck({ pacts, timeoutMs, onProgress }: RunPlan) {
  const interactions = await loadPacts(pacts)
  const onResult = (result: CheckResult) => onProgress({ kind: 'result', result })
  return (provider: Provider) => checkPacts(provider, interactions, timeoutMs, onResult)
}

/** Verifies every interaction, each by itself in the states that it names. */
async function checkPacts(
  provider: Provider,
  interactions: readonly Interaction[],
  timeoutMs: number,
  onResult: (result: CheckResult) => void,
): Promise<void> {
  const relay = await openRelay(provider)
  const verifier = await startPactVerifier().catch(async (error: unknown) => {
    await relay.close()
    throw error
  })
  const context = { provider, relay, verifier, timeoutMs }
  try {
    for (const interaction of interactions) {
      const startedMs = performance.now()
      const result = await verifyInteraction(context, interaction)
      onResult({ ...headOf(interaction), ...result, durationMs: performance.now() - startedMs })
    }
  } finally {
    await Promise.all([relay.close(), verifier.close()])
  }
}

interface PactContext {
  readonly provider: Provider
  readonly relay: Relay
  readonly verifier: PactVerifier
  readonly timeoutMs: number
}

type Result = Pick<CheckResult, 'result' | 'message' | 'request' | 'expected' | 'actual' | 'curl' | 'steps'>

type StateValues = Readonly<Record<string, unknown>>

async function verifyInteraction(context: PactContext, interaction: Interaction): Promise<Result> {
  if (!interaction.isHttp) return { result: 'skipped', message: 'it is a message, not an HTTP request' }
  const { states } = context.provider
  let values: StateValues = {}
  const reached: ScriptState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return { result: 'skipped', message: state.reason }
    values = { ...values, ...state.values }
    reached.push({ kind: 'state', name, params, values: state.values })
  }
  const result = await exchange(context, interaction, values)
  for (const { name, params } of interaction.states) await states.tearDown(name, params)
  return result.result === 'failed' ? { ...result, ...stepsTo(result, states, reached) } : result
}

// With the states before it, the request can be repeated from the start: the order of its id is used up by now.
function stepsTo(
  { request, expected = '', actual }: Result,
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

async function exchange(context: PactContext, interaction: Interaction, values: StateValues): Promise<Result> {
  const { provider, relay, verifier, timeoutMs } = context
  const expected = { status: interaction.status, apiKey: provider.apiKey }
  const log = relay.begin((authorization) => credentialsFor(authorization, expected))
  const answer = await verifier.verify(interaction.pact, {
    baseUrl: relay.baseUrl,
    states: interaction.states.map(({ name }) => name),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asPactValue(value)])),
    // The relay gives up first, and knows better why; it may have to wait for a provider that answers 429.
    timeoutMs: timeoutMs + 2 * MAX_WAIT_MS,
  })
  if (relay.failure !== undefined) throw relay.failure
  return resultOf(answer, log)
}

function resultOf(answer: VerifierAnswer, { exchanges: [exchanged], unanswered: [unanswered] }: RelayLog): Result {
  if (unanswered !== undefined) {
    const { request, reason } = unanswered
    return { result: 'failed', message: `There was no answer: ${reason}.`, request, curl: curlLine(request) }
  }
  if (answer.passed && exchanged !== undefined) return { result: 'passed' }
  if (exchanged === undefined) {
    const why = answer.passed ? 'it sent no request' : explainMismatches(answer.report).map(({ text }) => text)
    return { result: 'error', message: `Pact's verifier could not verify it: ${String(why)}` }
  }
  const mismatches = explainMismatches(answer.passed ? '' : answer.report)
  const expected = mismatches.map((mismatch) => mismatch.expected).join('\n')
  return { ...failedExchange(exchanged, expected), message: sentence(mismatches.map(({ text }) => text)) }
}

// Pact passes state values through JSON numbers, which do not hold large ids.
function asPactValue(value: unknown): string | number | boolean | null {
  if (value == null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : stringifyJson(value)
}

function headOf({ id, description, status, clause, states }: Interaction) {
  const name = `${description} is answered with ${status}`
  return { id: `pact.${id}`, kind: 'pact' as const, name, clause, states: states.map((state) => state.name) }
}

function sentence(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((text) => `; ${text}`).join('')}.`
}
