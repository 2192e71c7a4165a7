import { type Json, parseJson } from '../spec/index.js'
import { checkSize, type LongList } from './check-size.js'

/** A list that can be read a part at a time. */
interface CutList extends LongList {
  readonly end: number
}

/**
 * Reads JSON with pauses where lists are long, in which others can be served.
 *
 * @throws {InvalidInputError} if it holds too much
 * @throws {SyntaxError} if it is no JSON
 */
export function* readJson(text: string): Generator<void, Json> {
  const lists = checkSize(text).filter((list): list is CutList => list.end !== undefined && list.cuts.length > 0)
  if (lists.length === 0) return parseJson(text)
  yield
  try {
    return yield* readInParts(text, lists)
  } catch {
    // Only in the whole text a mistake has its place.
    return parseJson(text)
  }
}

function* readInParts(text: string, lists: readonly CutList[]): Generator<void, Json> {
  const frame = parseJson(frameOf(text, lists))
  for (const [index, list] of lists.entries()) {
    const items = itemsAt(frame, list, index)
    for (const part of partsOf(list)) {
      for (const item of parseJson(`[${text.slice(...part)}]`) as Json[]) items.push(item)
      yield
    }
  }
  return frame
}

/** The text with the number of each list in the place of its items. */
function frameOf(text: string, lists: readonly CutList[]): string {
  const ends = [0, ...lists.map(({ end }) => end)]
  return lists.map(({ start }, index) => text.slice(ends[index], start) + index).join('') + text.slice(ends.at(-1))
}

/** The list itself, emptied. */
function itemsAt(frame: Json, { name }: CutList, index: number): Json[] {
  const list: unknown = name === undefined ? frame : Reflect.get(frame as object, JSON.parse(name) as string)
  if (!Array.isArray(list) || list[0] !== index) throw new SyntaxError('there is another member of this name')
  list.length = 0
  return list as Json[]
}

function partsOf({ start, cuts, end }: CutList): (readonly [start: number, end: number])[] {
  const starts = [start, ...cuts.map((cut) => cut + 1)]
  return starts.map((from, index) => [from, cuts[index] ?? end] as const)
}
