import type { SandboxState, StoredSandboxState } from '../../core/index.js'
import { type Json, parseJson } from '../../spec/index.js'

/** A sandbox as IndexedDB holds it, exact: scenarios as JSON text, which is made once for all who share them. */
export interface StoredSandbox extends Omit<SandboxState, 'seed' | 'start'> {
  readonly seed: string
  readonly start: string | undefined
}

export function encodeSandbox(state: SandboxState): StoredSandbox {
  return { ...state, seed: state.seed.json, start: state.start?.json }
}

/** @throws {Error} if a scenario in it is not JSON */
export function decodeSandbox({ seed, start, ...state }: StoredSandbox): StoredSandboxState {
  return { ...state, seed: decodeScenario(seed), start: start === undefined ? undefined : decodeScenario(start) }
}

/** The platform's own reader is ten times as fast as the exact one, which only integers beyond 2^53 need. */
function decodeScenario(text: string): StoredSandboxState['seed'] {
  const scenario = /\d{16}/.test(text) ? parseJson(text) : (JSON.parse(text) as Json)
  return scenario as StoredSandboxState['seed']
}
