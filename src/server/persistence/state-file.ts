import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxState } from '../../core/index.js'
import { parseJson, stringifyJson, withoutMark } from '../../spec/index.js'

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

/** @throws {Error} if the file is damaged, or cannot be read */
export function readState(folder: string, file: string): SandboxState {
  const text = withoutMark(readRegularFile(join(folder, file)))
  // Node's own reader is ten times as fast as the exact one, which only integers beyond 2^53 need.
  const state = (/\d{16}/.test(text) ? parseJson(text) : JSON.parse(text)) as StoredState | null
  if (typeof state?.name !== 'string') throw new SyntaxError('it has no "name"')
  const rightful = fileNameOf(state.name)
  if (file !== rightful) throw new SyntaxError(`it contains the sandbox "${state.name}", whose file is ${rightful}`)
  if (!Number.isFinite((state.clock as Partial<StoredState['clock']> | null)?.offsetMs))
    throw new SyntaxError('it has no "clock" with an "offsetMs"')
  return { ...state, seed: encode(state.seed), start: state.start && encode(state.start) }
}

/** In a file, scenarios are JSON that a person can read, not texts of JSON. */
interface StoredState extends Omit<SandboxState, 'seed' | 'start'> {
  readonly seed: object
  readonly start?: object
}

/** @throws {Error} if it is a pipe or a device, which might never end, or cannot be read */
export function readRegularFile(path: string): string {
  if (!statSync(path).isFile()) throw new Error('it is not a file')
  return readFileSync(path, 'utf8')
}
