import { type Answer, shortened } from '../../contract/index.js'
import { findProviderState } from '../../spec/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import type { Provider } from '../provider.js'
import { scriptLines } from '../script/script.js'
import type { ReachedState } from '../states/provider-states.js'
import type { Interaction } from './interaction.js'
import type { Mismatch } from './pact-verifier.js'
import type { Relay } from './relay.js'

/** What came of an interaction; the mismatches are for a Pact Broker. */
export type Verified = Partial<CheckResult> & Pick<CheckResult, 'result'> & { mismatches?: readonly Mismatch[] }

// How often an order may ship by itself just before it is cancelled, or somebody place one in an empty store.
const MAX_AGAIN = 9

/** Verifies one interaction in the states that it names. */
export async function verifyInteraction(relay: Relay, interaction: Interaction): Promise<Verified> {
  if (interaction.unverifiable !== undefined) return { result: 'skipped', message: interaction.unverifiable }
  const { provider } = relay
  for (let tries = 0; ; tries++) {
    const reached = await setUp(provider, interaction)
    if (typeof reached === 'string') return { result: 'skipped', message: reached }
    const values = Object.fromEntries(reached.flatMap((state) => Object.entries(state.values)))
    const relayed = await relay.verify(interaction, values)
    for (const { name, params } of interaction.states) await provider.states.tearDown(name, params)
    const { report, answer } = relayed
    if (report.hasPassed && answer !== undefined && !(answer instanceof Error)) return { result: 'passed' }
    if (tries === MAX_AGAIN || !mayBeOfOthers(answer, interaction)) return failed(provider, reached, relayed)
  }
}

/** Sets up the states, or says why one of them cannot be. */
async function setUp({ states }: Provider, interaction: Interaction): Promise<ReachedState[] | string> {
  const reached: ReachedState[] = []
  for (const { name, params } of interaction.states) {
    const state = await states.setUp(name, params)
    if (state.kind === 'skipped') return state.reason
    reached.push(state)
  }
  return reached
}

/**
 * Whether an order that was pending a moment ago is refused as shipped, or the store is not empty any more: what ships an
 * order is not specified, nor who else uses the store.
 */
function mayBeOfOthers(answer: Answer | undefined, { states }: Interaction): boolean {
  if (answer === undefined || answer instanceof Error) return false
  const { status } = answer.response
  const isPending = states.some(({ name }) => findProviderState(name)?.isUsedUp === true)
  const isEmpty = states.some(({ name }) => name === 'no orders')
  return (isPending && status === 409) || (isEmpty && status === 200)
}

type Relayed = Awaited<ReturnType<Relay['verify']>>

function failed({ states }: Provider, reached: readonly ReachedState[], { report, answer }: Relayed): Verified {
  const { mismatches, error } = report
  const isAnswered = !(answer instanceof Error)
  if (answer === undefined || (isAnswered && mismatches.length === 0))
    return { result: 'error', message: `Pact's verifier could not verify it: ${error}` }
  // What is wrong in Pact's words, and what the consumer counts on instead, for each place.
  const places = mismatches.map((each) => `${placeOf(each)}: ${shortened(each.description, 200)}`).join('; ')
  const wanted = mismatches.map((each) => `${placeOf(each)}: ${shortened(each.expected, 200)}`).join('\n')
  const [message, expected] = isAnswered
    ? [`${places.charAt(0).toUpperCase()}${places.slice(1)}.`, wanted]
    : [`There was no answer: ${answer.reason}.`, 'an HTTP response']
  // With the states before it, the request can be repeated from the start: the order of its id is used up by now.
  const events = [...reached, { kind: 'answers' as const, answers: [{ answer }] }]
  const steps = scriptLines(events, { states, expected: expected.replaceAll('\n', ', ') })
  return { ...failedAnswer(answer, expected), message, steps, mismatches: isAnswered ? mismatches : [] }
}

function placeOf({ attribute, identifier }: Mismatch): string {
  // Of a body that is missing, Pact gives the place as `/`.
  if (identifier === undefined || identifier === '$' || identifier === '/') return `the ${attribute}`
  return attribute === 'header' ? `header ${identifier}` : identifier
}
