/** So many requests may be under way; whoever needs more slots than are free waits, first come, first served. */
export class Slots {
  /** How many are in use. */
  taken = 0
  readonly #waiting: { readonly count: number; readonly start: (taken: number) => void }[] = []

  /** @param total may be lowered later on */
  constructor(public total: number) {}

  /** Takes slots for `act`; for more than there are, all of them. */
  async use<Result>(count: number, act: () => Promise<Result>): Promise<Result> {
    const taking = new Promise<number>((start) => this.#waiting.push({ count, start }))
    this.#startWaiting()
    const taken = await taking
    try {
      return await act()
    } finally {
      this.taken -= taken
      this.#startWaiting()
    }
  }

  #startWaiting(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const taken = Math.min(next.count, this.total)
      if (this.taken + taken > this.total) return
      this.#waiting.shift()
      this.taken += taken
      next.start(taken)
    }
  }
}
