import type { Answer, Exchange } from '../../contract/index.js'
import { findProviderState } from '../../spec/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import { jsonIn, member } from '../json-members.js'
import type { Provider } from '../provider.js'
import { scriptLines, type ScriptState } from '../script/script.js'
import type { Interaction } from './interaction.js'
import { describeMismatches, type Mismatch, readReport } from './mismatches.js'
import type { PactVerifier } from './pact-verifier.js'
import { verifyByRelay } from './relay.js'

/** What came of an interaction. */
export interface Verified extends Pick<
  CheckResult,
  'result' | 'message' | 'request' | 'expected' | 'actual' | 'curl' | 'steps'
> {
  /** In Pact's own words, for a Pact Broker. */
  readonly mismatches?: readonly Mismatch[]
}

// How often an order may ship by itself just before it is cancelled, or somebody place one in an empty store.
const MAX_AGAIN = 3

/** Verifies one interaction in the states that it names. */
export async function verifyInteraction(
  provider: Provider,
  verifier: PactVerifier,
  interaction: Interaction,
): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return { result: 'skipped', message: interaction.unverifiable }
  for (let tries = 0; ; tries++) {
    const reached = await setUp(provider, interaction)
    if (typeof reached === 'string') return { result: 'skipped', message: reached }
    const { report, answer } = await verifyByRelay(provider, verifier, interaction, valuesOf(reached))
    for (const { name, params } of interaction.states) await provider.states.tearDown(name, params)
    if (member(jsonIn(report), 'result') === true && isExchange(answer)) return { result: 'passed' }
    if (tries === MAX_AGAIN || !mayBeOfOthers(answer, interaction)) return failed(provider, reached, { report, answer })
  }
}

/** Sets up the states, or says why one of them cannot be. */
async function setUp({ states }: Provider, interaction: Interaction): Promise<ScriptState[] | string> {
  const reached: ScriptState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return state.reason
    reached.push({ kind: 'state', name, params, values: state.values })
  }
  return reached
}

/** The values of all states. Pact passes them through JSON numbers, which do not hold large ids. */
function valuesOf(reached: readonly ScriptState[]): Record<string, unknown> {
  const values = reached.flatMap((state) => Object.entries(state.values))
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'bigint' ? `${value}` : value]))
}

function isExchange(answer: Answer | undefined): answer is Exchange {
  return answer !== undefined && 'response' in answer
}

/**
 * Whether an order that was pending a moment ago is refused as shipped, or the store is not empty any more: what ships an
 * order is not specified, nor who else uses the store.
 */
function mayBeOfOthers(answer: Answer | undefined, { states }: Interaction): boolean {
  const status = isExchange(answer) ? answer.response.status : 0
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  const isEmpty = states.some(({ name }) => name === 'no orders')
  return (isPending && status === 409) || (isEmpty && status === 200)
}

function failed(
  { states }: Provider,
  reached: readonly ScriptState[],
  { report, answer }: { report: string; answer: Answer | undefined },
): Verified {
  const { mismatches, error } = readReport(report)
  const isAnswered = isExchange(answer)
  if (answer === undefined || (isAnswered && mismatches.length === 0)) {
    return { result: 'error', message: `Pact's verifier could not verify it: ${error}` }
  }
  const { message, expected } = isAnswered
    ? describeMismatches(mismatches)
    : { message: `There was no answer: ${answer.reason}.`, expected: 'an HTTP response' }
  const options = { states, expected: expected.replaceAll('\n', ', ') }
  // With the states before it, the request can be repeated from the start: the order of its id is used up by now.
  const steps = scriptLines([...reached, { kind: 'answers', answers: [{ answer }] }], options)
  return { ...failedAnswer(answer, expected), message, steps, mismatches: isAnswered ? mismatches : [] }
}
