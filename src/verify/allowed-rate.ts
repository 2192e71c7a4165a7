/** Below what the provider was seen to allow. */
const PRUDENCE = 0.9
/** A run slows down no further by itself: it would take hours, perhaps only because others had used up the limit. */
const SLOWEST_RATE = 0.5
/** After so many times the requests that the last 429 came after, there may be no limit any more, or a higher one. */
const PATIENCE = 2

/** Requests that were let through one after another. */
interface Stretch {
  readonly count: number
  readonly sinceMs: number
}

/**
 * How fast a provider lets requests through, as far as its 429s tell: one slows the run down for as long as that lets
 * more requests through. Instants are by `performance.now()`.
 */
export class AllowedRate {
  #perSecond: number
  #isSlowed = false
  #last: Stretch | undefined
  #count = 0
  #sinceMs: number

  /**
   * @param highest requests per second at most
   * @param sinceMs when the run began
   */
  constructor(
    readonly highest: number,
    sinceMs: number,
  ) {
    this.#perSecond = highest
    this.#sinceMs = sinceMs
  }

  get perSecond(): number {
    return this.#perSecond
  }

  /** When the last wait is over; before the first, when the run began. */
  get sinceMs(): number {
    return this.#sinceMs
  }

  /** Notes a request that was not refused. */
  letThrough(): void {
    this.#count += 1
    if (this.#last === undefined || this.#count % (PATIENCE * this.#last.count) > 0) return
    this.#perSecond = Math.min(this.highest, 2 * this.#perSecond)
  }

  /** Notes a 429, after which nothing is sent until an instant. */
  refused(untilMs: number): void {
    if (this.#count > 0) {
      const wasInVain = this.#isSlowed && this.#count <= (this.#last?.count ?? 0)
      this.#isSlowed = !wasInVain
      if (wasInVain) this.#perSecond = this.highest
      this.#last = { count: this.#count, sinceMs: this.#sinceMs }
      this.#count = 0
    }
    this.#sinceMs = untilMs
    if (this.#isSlowed && this.#last !== undefined) this.#slowDown(this.#last)
  }

  #slowDown({ count, sinceMs }: Stretch): void {
    const seen = ((PRUDENCE * count) / (this.#sinceMs - sinceMs)) * 1_000
    this.#perSecond = Math.min(this.#perSecond, Math.max(SLOWEST_RATE, seen))
  }
}
