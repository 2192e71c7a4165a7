import { createHash } from 'node:crypto'
import * as fileSystem from 'node:fs'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { Scenario, type SandboxState, type StoredSandboxState } from '../../core/index.js'

/** The version of what a folder holds; a server refuses later ones. */
export const FORMAT = 1

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const MAX_PLAIN_LENGTH = 200

/** The calls that writing is made of; tests make them fail. */
export type WritingCalls = Pick<typeof fileSystem, 'writeFileSync' | 'renameSync'>

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
  return `{\n${members.map(([name, value]) => `  ${JSON.stringify(name)}: ${encodeMember(value)}`).join(',\n')}\n}\n`
}

/**
 * Reads the text of a state.
 *
 * @throws {SyntaxError} if it is none
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

/**
 * Puts a whole file in the place of another, so that whenever the process dies there is the one or the other. A file that
 * only its owner may read stays that way.
 */
export function replaceFile(path: string, text: string, calls: WritingCalls = fileSystem): void {
  const temporary = temporaryPath(path)
  const mode = fileSystem.statSync(path, { throwIfNoEntry: false })?.mode
  try {
    calls.writeFileSync(temporary, text, mode === undefined ? {} : { mode: mode & 0o777 })
    calls.renameSync(temporary, path)
  } catch (error) {
    fileSystem.rmSync(temporary, { force: true })
    throw error
  }
}

/** Whether a file is one that a killed server was still writing. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith('.tmp')
}

function temporaryPath(path: string): string {
  const end = path.lastIndexOf('/') + 1
  return join(path.slice(0, end), `.${path.slice(end)}.tmp`)
}

function encodeMember(value: unknown): string {
  if (value instanceof Scenario) return value.json
  if (typeof value === 'object' && value !== null && 'changed' in value) return encodeOrders(value as OrderChanges)
  return Array.isArray(value) && value.length > 0 ? inLines(value.map(encode)) : encode(value)
}

type OrderChanges = SandboxState['orders']

function encodeOrders({ changed, ...rest }: OrderChanges): string {
  return `{"changed":${encodeChanged(changed)},${JSON.stringify(rest).slice(1)}`
}

/** All at once, which is twice as fast as one by one; no text in an order has a brace. */
function encodeChanged(orders: OrderChanges['changed']): string {
  if (orders.length === 0) return '[]'
  try {
    return inLines([JSON.stringify(orders).slice(1, -1).replaceAll('},{', '},\n    {')])
  } catch {
    return inLines(orders.map(encode))
  }
}

function inLines(items: readonly string[]): string {
  return `[\n    ${items.join(',\n    ')}\n  ]`
}

/** Only an integer that no number holds needs the exact writer, which takes twenty times as long. */
function encode(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return stringifyJson(value)
  }
}
