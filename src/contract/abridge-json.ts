import { endOfString } from '../spec/index.js'

/** How much of a JSON text is kept. */
export interface Abridgement {
  /** Longer texts lose their end. */
  readonly maxStringLength: number
  /** How many members an object keeps in any case. */
  readonly maxMembers: number
  /** Whether a further member is kept, too. */
  readonly keepsMember: (name: string) => boolean
  /** How many elements a list keeps in any case; by default all. */
  readonly maxElements?: number
  /** Whether a further element of the outermost list is kept, too. */
  readonly keepsElement?: (json: string) => boolean
}

/**
 * Leaves out of a JSON text what is too much of it. Every other character stays as it is; nothing is parsed, so that it
 * takes little more memory than the result.
 *
 * @param json well-formed
 */
export function abridgeJson(json: string, abridgement: Abridgement): string {
  const abridger = new Abridger(json, abridgement)
  const structure = /["[\]{},]/g
  for (let found = structure.exec(json); found !== null; found = structure.exec(json)) {
    structure.lastIndex = abridger.read(found[0], found.index)
  }
  return abridger.end()
}

/** An object or a list that is being read. */
class Open {
  read = 0
  kept = 0
  /** Where the name of its last member stands. */
  nameStart = 0
  nameEnd = 0

  /**
   * @param start where its last member or element begins: at its comma, unless none was kept before it
   * @param parts how many parts had been written before that
   * @param writtenUpTo and up to which place
   */
  constructor(
    readonly isObject: boolean,
    public start: number,
    public parts: number,
    public writtenUpTo: number,
  ) {}

  startItem(start: number, parts: number, writtenUpTo: number): void {
    this.start = start
    this.nameEnd = 0
    this.parts = parts
    this.writtenUpTo = writtenUpTo
  }
}

// The longest escape: of a character that takes two `\uXXXX`.
const LONGEST_ESCAPE = 12

class Abridger {
  readonly #open: Open[] = []
  readonly #parts: string[] = []
  #writtenUpTo = 0

  constructor(
    readonly json: string,
    readonly abridgement: Abridgement,
  ) {}

  /** @returns the place after what was read */
  read(character: string, at: number): number {
    if (character === '"') return this.#readString(at)
    if (character === '{' || character === '[') {
      this.#open.push(new Open(character === '{', at + 1, this.#parts.length, this.#writtenUpTo))
    } else {
      const open = this.#open.at(-1)
      if (open !== undefined) this.#endItem(open, at)
      if (character !== ',') this.#open.pop()
      else if (open !== undefined) this.#startItem(open, at)
    }
    return at + 1
  }

  end(): string {
    this.#writeUpTo(this.json.length)
    return this.#parts.join('')
  }

  #readString(at: number): number {
    const end = endOfString(this.json, at)
    const object = this.#open.at(-1)
    if (object?.isObject === true && object.nameEnd === 0) {
      object.nameStart = at + 1
      object.nameEnd = end - 1
      return end
    }
    const { maxStringLength } = this.abridgement
    if (end - at - 2 <= maxStringLength) return end
    let cut = at + 1 + maxStringLength
    while (cut > at + 1 && this.json.slice(Math.max(at + 1, cut - LONGEST_ESCAPE), cut).includes('\\')) cut -= 1
    this.#writeUpTo(cut)
    this.#writtenUpTo = end - 1
    return end
  }

  #startItem(open: Open, comma: number): void {
    // Nothing is left that the comma could stand behind.
    if (open.kept === 0) this.#writtenUpTo = comma + 1
    open.startItem(open.kept === 0 ? comma + 1 : comma, this.#parts.length, this.#writtenUpTo)
  }

  #endItem(open: Open, end: number): void {
    open.read += 1
    if (this.#keeps(open, end)) {
      open.kept += 1
      return
    }
    this.#parts.length = open.parts
    this.#writtenUpTo = open.writtenUpTo
    this.#writeUpTo(open.start)
    this.#writtenUpTo = end
  }

  #keeps(open: Open, end: number): boolean {
    const { maxStringLength, maxMembers, keepsMember, maxElements = Infinity, keepsElement } = this.abridgement
    const { isObject, read, nameStart, nameEnd, kept, start } = open
    if (isObject) {
      if (nameEnd - nameStart > maxStringLength) return false
      return read <= maxMembers || keepsMember(this.json.slice(nameStart, nameEnd))
    }
    if (read <= maxElements) return true
    const isOutermost = this.#open.length === 1
    return isOutermost && keepsElement?.(this.json.slice(kept === 0 ? start : start + 1, end)) === true
  }

  #writeUpTo(place: number): void {
    this.#parts.push(this.json.slice(this.#writtenUpTo, place))
    this.#writtenUpTo = place
  }
}
