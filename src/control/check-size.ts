import { type InputPath, InvalidInputError } from '../input/index.js'
import { endOfString } from '../spec/index.js'

/** How much a body may hold, so that reading one keeps nobody else waiting. */
const MOST = {
  values: 1_200_000,
  listItems: 200_000,
  valuesOfItem: 1000,
  stringLength: 100_000,
  characters: 10_000_000,
  depth: 1000,
}

/** A list of a body that may be long, and where it stands in the text. */
export interface LongList {
  /** The text of the name of the member that it is; `undefined` if it is the whole body. */
  readonly name: string | undefined
  /** Where its content begins, behind the bracket. */
  readonly start: number
  /** Where commas stand between its items, far apart. */
  readonly cuts: number[]
  /** Where the bracket stands that ends it; `undefined` if something else does. */
  end: number | undefined
}

/** Characters between two cuts: they are read in a few milliseconds. */
const STRIDE = 20_000

/**
 * Makes sure that the text of a body holds no more than can be read in a moment. What is no JSON is let pass from the
 * place where it goes wrong: its reader gets no further either.
 *
 * @throws {InvalidInputError} naming the place where it is too much
 */
export function checkSize(text: string): readonly LongList[] {
  const size = new Size(text)
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = size.skipString(at)
    else if (character === COMMA) size.next(at)
    else if (character === BRACE || character === BRACKET) size.open(character === BRACKET, at)
    else if (character === END_OF_BRACE || character === END_OF_BRACKET) size.close(character === END_OF_BRACKET, at)
  }
  return size.lists
}

const [QUOTE, COMMA, BRACE, BRACKET, END_OF_BRACE, END_OF_BRACKET] = [0x22, 0x2c, 0x7b, 0x5b, 0x7d, 0x5d]

/** An object or a list that is not closed yet. */
interface Open {
  readonly isList: boolean
  /** Whether it may be long: the whole body, or a member of it, such as `orders`. */
  readonly longList: LongList | undefined
  /** How many members or items came before the current one. */
  index: number
  /** Where the text of the current member's name begins and ends. */
  name: readonly [start: number, end: number] | undefined
}

class Size {
  readonly lists: LongList[] = []
  readonly #open: Open[] = []
  #values = 0
  #valuesOfItem = 0
  #characters = 0

  constructor(readonly text: string) {}

  /** @returns where the string ends that begins here */
  skipString(start: number): number {
    const end = endOfString(this.text, start) - 1
    const top = this.#open.at(-1)
    if (top?.isList === false) top.name ??= [start, end + 1]
    const length = end - start - 1
    this.#characters += length
    if (length > MOST.stringLength) this.#refuse(`must have at most ${MOST.stringLength} characters`)
    if (this.#characters > MOST.characters) {
      this.#refuse(`the strings of a body must have at most ${MOST.characters} characters in all`)
    }
    return end
  }

  open(isList: boolean, at: number): void {
    const [root, ...others] = this.#open
    const isLongList = isList && (root === undefined || (!root.isList && others.length === 0))
    if (isLongList) {
      this.#valuesOfItem = 0
      const name = root?.name && this.text.slice(...root.name)
      this.lists.push({ name, start: at + 1, cuts: [], end: undefined })
    }
    this.#open.push({ isList, longList: isLongList ? this.lists.at(-1) : undefined, index: 0, name: undefined })
    if (this.#open.length > MOST.depth) throw tooMuch([], 'the body is not JSON: it is nested too deeply')
    this.#count()
  }

  next(at: number): void {
    const top = this.#open.at(-1)
    if (top === undefined) return
    top.index += 1
    top.name = undefined
    const { longList } = top
    if (longList !== undefined && at - (longList.cuts.at(-1) ?? longList.start) >= STRIDE) longList.cuts.push(at)
    if (longList !== undefined || this.#open.length === 1) {
      this.#valuesOfItem = 0
      const most = longList ? MOST.listItems : MOST.valuesOfItem
      if (top.index >= most) {
        const message = `must hold at most ${most} ${longList ? 'items' : 'members'}`
        throw tooMuch(this.#path(this.#open.slice(0, -1)), message)
      }
    }
    this.#count()
  }

  close(isList: boolean, at: number): void {
    const closed = this.#open.pop()
    if (closed?.longList !== undefined && isList) closed.longList.end = at
  }

  #count(): void {
    this.#values += 1
    if (this.#values > MOST.values) this.#refuse(`a body must hold at most ${MOST.values} values in all`)
    this.#valuesOfItem += 1
    if (this.#valuesOfItem <= MOST.valuesOfItem) return
    const message = `must hold at most ${MOST.valuesOfItem} values in all`
    throw tooMuch(this.#path().slice(0, this.#itemDepth()), message)
  }

  /** How many steps lead to the item of a long list, or else the member of the body, that is being read. */
  #itemDepth(): number {
    return (
      Math.max(
        this.#open.findIndex(({ longList }) => longList !== undefined),
        0,
      ) + 1
    )
  }

  #refuse(message: string): never {
    throw tooMuch(this.#path(), message)
  }

  #path(open: readonly Open[] = this.#open): InputPath {
    return open.flatMap(({ isList, index, name }) => (isList ? index : (this.#read(name) ?? [])))
  }

  #read(name: Open['name']): string | undefined {
    if (name === undefined) return undefined
    const [start, end] = name
    return this.text.slice(start + 1, Math.min(end - 1, start + 61))
  }
}

function tooMuch(path: InputPath, message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }])
}
