import { stringifyJson } from '../spec/index.js'

/** Items of a list between two pauses. */
const STRIDE = 1000

const encoder = new TextEncoder()

/**
 * Writes JSON, exact, as UTF-8; with pauses where lists are long, in which others can be served. Any iterable is a list,
 * so that the items of a long one need not be there all at once.
 */
export function* writeJson(value: unknown): Generator<void, Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for (const text of piecesOf(value)) {
    pieces.push(encoder.encode(text))
    if (pieces.length > 1) yield
  }
  return join(pieces)
}

function* piecesOf(value: unknown): Generator<string> {
  if (isList(value)) yield* piecesOfList(value)
  else if (isObject(value) && Object.values(value).some(isList)) yield* piecesOfObject(value)
  else yield stringifyJson(value)
}

function* piecesOfList(items: Iterable<unknown>): Generator<string> {
  let opening = '['
  let some: unknown[] = []
  for (const item of items) {
    if (some.push(item) < STRIDE) continue
    yield opening + stringifyJson(some).slice(1, -1)
    opening = ','
    some = []
  }
  if (some.length > 0) yield opening + stringifyJson(some).slice(1, -1)
  yield some.length === 0 && opening === '[' ? '[]' : ']'
}

function* piecesOfObject(value: object): Generator<string> {
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  for (const [index, [name, inner]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    yield* piecesOf(inner)
  }
  yield '}'
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    joined.set(piece, end)
    end += piece.length
  }
  return joined
}
