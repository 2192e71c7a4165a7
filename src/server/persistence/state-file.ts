import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { SandboxState } from '../../core/index.js'
import { reasonOf } from '../../node/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'

const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/**
 * The file of a sandbox: its name if every file system accepts it. Any other name has its hash added: many file systems
 * take `Shop` and `shop` for one, a leading dot would hide the file, and some names are too long.
 */
export function fileNameOf(sandbox: string): string {
  if (/^[a-z0-9][a-z0-9._~-]{0,199}$/.test(sandbox) && !RESERVED_BY_WINDOWS.test(sandbox)) return `${sandbox}.json`
  const hash = createHash('sha256').update(sandbox).digest('hex').slice(0, 32)
  return `+${sandbox.toLowerCase().slice(0, 100)}+${hash}.json`
}

/** The text of a state: a field on each line, and a line for each changed order, to be read and compared. */
export function encodeState({ seed, start, orders, ...rest }: SandboxState): string {
  const { changed, ...others } = orders
  const members = {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, encode(value)])),
    seed,
    start,
    orders: `{"changed":[${changed.map((order) => `\n    ${encode(order)}`).join(',')}],${encode(others).slice(1)}`,
  }
  const lines = Object.entries(members).filter(([, text]) => text !== undefined)
  return `{\n${lines.map(([name, text]) => `  "${name}": ${text}`).join(',\n')}\n}\n`
}

/** Only an integer that no number represents needs the exact writer, which takes twenty times as long. */
function encode(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return stringifyJson(value)
  }
}

/**
 * Reads the text of the file of a sandbox. What is wrong inside the state is for the mock to find.
 * @throws {Error} if the file is damaged
 */
export function parseState(file: string, bytes: Uint8Array): SandboxState {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // Node's own reader is ten times as fast as the exact one, which only integers beyond 2^53 need.
  const state = (/\d{16}/.test(text) ? parseJson(text) : JSON.parse(text)) as StoredState | null
  if (typeof state?.name !== 'string') throw new SyntaxError('it has no "name"')
  const rightful = fileNameOf(state.name)
  if (file !== rightful) throw new SyntaxError(`it holds the sandbox "${state.name}", whose file is ${rightful}`)
  return { ...state, seed: encode(state.seed), start: state.start && encode(state.start) }
}

/** In a file, scenarios are JSON that a person can read, not texts of JSON. */
interface StoredState extends Omit<SandboxState, 'seed' | 'start'> {
  readonly seed: object
  readonly start?: object
}

/** Reads a file of a data folder. @throws {Error} if it cannot be read, or is a pipe or a device, which might never end */
export function readStored(path: string): Uint8Array {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file')
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}. Make it readable, or move it away`, { cause: error })
  }
}
