import type { ProviderStateName } from '../../../spec/index.js'
import * as fc from 'fast-check'
import { CLIENT_NAMES, type ClientName } from '../../clients.js'
import { type Call, type Label, type Name, STATES } from './calls.js'

/** One step of a sequence: data, so that a sequence can be shortened and run again. */
export type Step = SetUpStep | SendStep | WaitStep

/** Sets up a provider state; later steps refer to its order or pet by the label. */
export interface SetUpStep {
  readonly kind: 'set up'
  readonly state: ProviderStateName
  readonly label: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Skipped if it is likely to take longer than this. */
  readonly worthMs?: number
}

/** Sends its calls concurrently, and waits for every response. */
export interface SendStep {
  readonly kind: 'send'
  readonly calls: readonly Call[]
  /** How much later than the one before each call goes out; at the same time if it is omitted. */
  readonly staggerMs?: number
  /** Omitted if no step so far was answered within this time. */
  readonly worthMs?: number
  /** Whether the rule only needs this: a violation here is for another rule to show. */
  readonly isGiven?: true
}

export interface WaitStep {
  readonly kind: 'wait'
  readonly ms: number
  /** Whether that is counted from the beginning of the sequence. */
  readonly isFromStart?: true
  /** Whether it also lasts until the sequences of other rules beside it are over. */
  readonly isAfterOthers?: true
  /** Whether it lasts until nobody of this run has asked for anything so long. */
  readonly isSilent?: true
}

/** A part of a sequence; a call by itself is sent alone. */
export type Part = Step | Call | readonly Part[]

/** Draws the parts of a sequence; what can vary in them is drawn. */
export type Sequence = fc.Arbitrary<readonly Part[]>

/** A rule of the specification that no single exchange can show. */
export interface SequenceRule {
  /** Stable: reports name checks by it. */
  readonly id: string
  readonly claim: string
  readonly clause: string
  /** Without any one of these the rule cannot be checked. */
  readonly states: readonly ProviderStateName[]
  /** Shows whether the provider conforms to the rule; steps that are only needed for that are marked as given. */
  readonly sequence: Sequence
  readonly isAlone?: true
  /** Whether it runs beside others of its kind only: all are silent at the same time, so that nobody asks for anything. */
  readonly isQuiet?: true
  /** Whether it begins before the others, and ends after them. */
  readonly isLate?: true
}

// States that take longer than this are only set up for what matters most.
const OPTIONAL_MS = 500

const SILENCE_MS = 1_100
const LATER_MS = 2_200

/** As many calls as a provider takes at once without rejecting some. */
export const MAX_AT_ONCE = 12

export function always(...parts: readonly Part[]): Sequence {
  return fc.constant(parts)
}

export function inTurn(...parts: readonly Part[]): Step[] {
  return parts.flatMap((part) => {
    if ('kind' in part) return [part]
    return 'operation' in part ? [send(part)] : inTurn(...part)
  })
}

export const anyClients = fc.shuffledSubarray(CLIENT_NAMES, { minLength: CLIENT_NAMES.length })

/** Lets the calls of these steps come from one client after another. */
export function withClients(steps: readonly Step[], clients: readonly ClientName[]): Step[] {
  let count = 0
  const from = (call: Call): Call => ({ client: clients[count++ % clients.length], ...call })
  return steps.map((step) => (step.kind === 'send' ? { ...step, calls: step.calls.map(from) } : step))
}

/** The steps that a rule needs before it can show anything. */
export function given(...parts: readonly Part[]): Step[] {
  return inTurn(...parts).map((step) => (step.kind === 'send' ? { ...step, isGiven: true } : step))
}

export function setUp(...names: readonly Name[]): SetUpStep[] {
  return names.map((name) => setUpState(STATES[name], name))
}

/** Set-ups that are skipped if states are slow. */
export function optional(...names: readonly Name[]): SetUpStep[] {
  return names.map((name) => setUpState(STATES[name], name, { worthMs: OPTIONAL_MS }))
}

export function setUpState(
  state: ProviderStateName,
  label: Label,
  how: Pick<SetUpStep, 'params' | 'worthMs'> = {},
): SetUpStep {
  return { kind: 'set up', state, label, ...how }
}

export function wait(ms: number): WaitStep {
  return { kind: 'wait', ms }
}

/** Long enough for a time in whole seconds to change, and for what is kept for a second to be gone. */
export function silence(): WaitStep {
  return { ...wait(SILENCE_MS), isSilent: true }
}

/** Long enough for what is kept for a few seconds, or for a few dozen orders, to be gone. */
export function later(): WaitStep {
  return { kind: 'wait', ms: LATER_MS, isFromStart: true, isAfterOthers: true }
}

export function waitFromStart(ms: number): WaitStep {
  return { kind: 'wait', ms, isFromStart: true }
}

export function send(...calls: readonly (Call | readonly Call[])[]): SendStep {
  return { kind: 'send', calls: calls.flat() }
}

/** Calls, as many at once as a provider can be expected to take. */
export function inBatches(calls: readonly Call[]): SendStep[] {
  if (calls.length === 0) return []
  return [send(calls.slice(0, MAX_AT_ONCE)), ...inBatches(calls.slice(MAX_AT_ONCE))]
}
