/** So many requests may be under way; whoever needs more slots than are free waits, first come, first served. */
export class Slots {
  #free: number
  readonly #waiting: { readonly count: number; readonly start: () => void }[] = []

  constructor(readonly total: number) {
    this.#free = total
  }

  /** Takes slots for `act`; for more than there are, all of them. */
  async use<Result>(count: number, act: () => Promise<Result>): Promise<Result> {
    const taken = Math.min(count, this.total)
    await this.#take(taken)
    try {
      return await act()
    } finally {
      this.#free += taken
      this.#startWaiting()
    }
  }

  async #take(count: number): Promise<void> {
    if (this.#waiting.length === 0 && count <= this.#free) {
      this.#free -= count
      return
    }
    await new Promise<void>((start) => this.#waiting.push({ count, start }))
  }

  #startWaiting(): void {
    for (let [next] = this.#waiting; next !== undefined && next.count <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift()
      this.#free -= next.count
      next.start()
    }
  }
}
