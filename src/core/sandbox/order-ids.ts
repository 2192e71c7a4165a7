/** What has to be known of all ids of many orders. */
export class OrderIds {
  /** Ids that a double cannot hold, by what they become in one. */
  readonly #byDouble = new Map<number, string>()
  #highest = 0

  /** The highest id up to 2^53-1 that was ever noted, 0 if there was none above it. */
  get highest(): number {
    return this.#highest
  }

  note(id: string): void {
    const double = Number(id)
    if (Number.isSafeInteger(double)) this.raise(double)
    else this.#byDouble.set(double, id)
  }

  /** Counts an id, which a number holds exactly, as one that was noted. */
  raise(id: number): void {
    if (id > this.#highest) this.#highest = id
  }

  /** The id that was noted and reads as this number in a double; of several, the last one. */
  thatReadsAs(double: number): string | undefined {
    return this.#byDouble.get(double)
  }
}

/** The double that an id has become in a client that keeps ids as numbers; `undefined` if none of its digits is lost. */
export function roundedDouble(text: string): number | undefined {
  const double = Number(text)
  if (!Number.isInteger(double) || Number.isSafeInteger(double)) return undefined
  // A double is written with all its digits, or with as few as tell it from its neighbours (9223372036854776000).
  return text === String(double) || text === String(BigInt(double)) ? double : undefined
}
