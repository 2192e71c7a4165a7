import { createHash } from 'node:crypto'
import { type SandboxState, Scenario, type StoredSandboxState } from '../../core/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'

/** The version of what a folder holds; a server refuses later ones. */
export const FORMAT = 1

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const MAX_PLAIN_LENGTH = 200

/**
 * The file of a sandbox: its name as far as every file system can hold it. A plus sign, which no name has, stands before
 * a capital letter, because many file systems take `Shop` and `shop` for one, before a leading dot, which would hide the
 * file, and twice before what Windows reserves for devices.
 */
export function fileNameOf(sandbox: string): string {
  const spelled = sandbox.replaceAll(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`).replace(/^\./, '+.')
  const safe = RESERVED.test(sandbox) ? `++${spelled}` : spelled
  if (safe.length <= MAX_PLAIN_LENGTH) return `${safe}.json`
  const hash = createHash('sha256').update(sandbox).digest('hex').slice(0, 32)
  return `${safe.slice(0, 100)}++${hash}.json`
}

/** The text of a state: a member on each line, and a line for each order and fault, to be read and compared. */
export function encodeState(state: SandboxState): string {
  const members = Object.entries({ format: FORMAT, ...state }).filter(([, value]) => value !== undefined)
  return `{\n${members.map(([name, value]) => `  "${name}": ${encodeMember(value)}`).join(',\n')}\n}\n`
}

/**
 * Reads the text of a state.
 *
 * @throws {SyntaxError} if it is not one
 */
export function decodeState(text: string): StoredSandboxState & { readonly format: number } {
  // Node's own reader is ten times as fast as the exact one, which only integers beyond 2^53 need.
  const value: unknown = /\d{16}/.test(text) ? parseJson(text) : JSON.parse(text)
  if (typeof value === 'object' && value !== null && 'name' in value && 'format' in value) {
    const { name, format } = value
    if (typeof name === 'string' && typeof format === 'number') return value as StoredSandboxState & { format: number }
  }
  throw new SyntaxError('it has no "name" and "format"')
}

function encodeMember(value: unknown): string {
  if (value instanceof Scenario) return value.json
  if (Array.isArray(value)) return inLines(value)
  if (typeof value !== 'object' || value === null || !('changed' in value)) return encode(value)
  const { changed, ...rest } = value as SandboxState['orders']
  return `{"changed":${inLines(changed)},${encode(rest).slice(1)}`
}

function inLines(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n    ${items.map(encode).join(',\n    ')}\n  ]`
}

/** Only an integer that no number holds needs the exact writer, which takes twenty times as long. */
function encode(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return stringifyJson(value)
  }
}
