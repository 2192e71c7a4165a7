import { stringifyJson } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { curlLine } from '../curl.js'
import { describeResponse } from '../../contract/index.js'
import type { Provider } from '../provider.js'
import { credentialsFor } from './credentials.js'
import { explainMismatches } from './explain-mismatches.js'
import { clauseOf, idsOf } from './interaction-name.js'
import type { Interaction } from './interaction.js'
import { type Relay, type RelayLog, openRelay } from './relay.js'
import { type PactVerifier, startPactVerifier } from './start-verifier.js'
import type { VerifierAnswer } from './verifier-job.js'

/** How the interactions are to be verified. */
export interface PactOptions {
  readonly interactions: readonly Interaction[]
  readonly timeoutMs: number
  readonly onResult: (result: CheckResult) => void
}

/** Verifies every interaction, each by itself in the states that it names. */
export async function checkPacts(provider: Provider, options: PactOptions): Promise<void> {
  const relay = await openRelay(provider)
  const verifier = await startPactVerifier().catch(async (error: unknown) => {
    await relay.close()
    throw error
  })
  try {
    const ids = idsOf(options.interactions)
    for (const [index, interaction] of options.interactions.entries()) {
      const startedMs = performance.now()
      const outcome = await verifyOne({ provider, relay, verifier, timeoutMs: options.timeoutMs }, interaction)
      const named = nameOf(interaction, ids[index] ?? '')
      options.onResult({ ...named, ...outcome, durationMs: performance.now() - startedMs })
    }
  } finally {
    await Promise.all([relay.close(), verifier.close()])
  }
}

interface Tools {
  readonly provider: Provider
  readonly relay: Relay
  readonly verifier: PactVerifier
  readonly timeoutMs: number
}

type Outcome = Pick<CheckResult, 'result' | 'message' | 'request' | 'expected' | 'actual' | 'curl' | 'steps'>

async function verifyOne(tools: Tools, interaction: Interaction): Promise<Outcome> {
  if (!interaction.isHttp) return { result: 'skipped', message: 'it is a message, not an HTTP request' }
  const values: Record<string, unknown> = {}
  for (const { name, params } of interaction.states) {
    const state = await tools.provider.states.setUp(name, params)
    if (state.kind === 'skipped') return { result: 'skipped', message: state.reason }
    Object.assign(values, state.values)
  }
  const outcome = await ask(tools, interaction, values)
  for (const { name, params } of interaction.states) await tools.provider.states.tearDown(name, params)
  return outcome.result === 'failed' ? { ...outcome, ...stepsTo(outcome, { tools, interaction, values }) } : outcome
}

// With the states before it, the request can be repeated from the start: its id is that of an order now used up.
function stepsTo(
  { curl }: Outcome,
  { tools, interaction, values }: { tools: Tools; interaction: Interaction; values: Record<string, unknown> },
): Pick<CheckResult, 'steps'> {
  const { commandLine } = tools.provider.states
  if (commandLine === undefined || curl === undefined || interaction.states.length === 0) return {}
  const lines = interaction.states.map(({ name, params }) => commandLine(name, params))
  const note = `# the answer was ${stringifyJson(values)}: put the new id into the next line`
  return { steps: [...lines, ...(Object.keys(values).length === 0 ? [] : [note]), curl] }
}

async function ask(tools: Tools, interaction: Interaction, values: Record<string, unknown>): Promise<Outcome> {
  const { provider, relay, verifier, timeoutMs } = tools
  const expected = { status: interaction.status, apiKey: provider.apiKey }
  const log = relay.begin((authorization) => credentialsFor(authorization, expected))
  const answer = await verifier.verify(interaction.pact, {
    baseUrl: relay.baseUrl,
    states: interaction.states.map(({ name }) => name),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asPactValue(value)])),
    // The relay gives up first, and knows better why.
    timeoutMs: timeoutMs + 5_000,
  })
  if (relay.failure !== undefined) throw relay.failure
  return judge(answer, log)
}

function judge(answer: VerifierAnswer, { exchanges, silences }: RelayLog): Outcome {
  const [silence] = silences
  const [exchange] = exchanges
  if (silence !== undefined) {
    const { request, reason } = silence
    return { result: 'failed', message: `There was no answer: ${reason}.`, request, curl: curlLine(request) }
  }
  if (answer.passed && exchange !== undefined) return { result: 'passed' }
  if (exchange === undefined) {
    const why = answer.passed ? 'it sent no request' : explainMismatches(answer.report).map(({ text }) => text)
    return { result: 'error', message: `Pact's verifier could not verify it: ${String(why)}` }
  }
  const mismatches = explainMismatches(answer.passed ? '' : answer.report)
  return {
    result: 'failed',
    message: sentence(mismatches.map(({ text }) => text)),
    request: exchange.request,
    expected: mismatches.map((mismatch) => mismatch.expected).join('\n'),
    actual: describeResponse(exchange.response),
    curl: curlLine(exchange.request),
  }
}

// Pact passes state values through JSON numbers, which do not hold large ids.
function asPactValue(value: unknown): string | number | boolean | null {
  if (value == null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : stringifyJson(value)
}

function nameOf(interaction: Interaction, id: string): Pick<CheckResult, 'id' | 'kind' | 'name' | 'clause' | 'states'> {
  const { description, states } = interaction
  const name = `${description} is answered with ${interaction.status}`
  return { id, kind: 'pact', name, clause: clauseOf(interaction), states: states.map((state) => state.name) }
}

function sentence(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((text) => `; ${text}`).join('')}.`
}
