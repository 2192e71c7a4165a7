const RULES_SHARE = 0.6
// Shrinking has time of its own: this much for one counterexample, and for all of them.
const SHRINK_SHARE = 1 / 8
const ALL_SHRINKS_SHARE = 1 / 2
const WAIT_SHARE = 1 / 30

/** Who may spend how much of the time that the model check has. Instants are by `performance.now()`. */
export class TimeBudget {
  readonly #startedMs = performance.now()
  #allShrinksMs: number

  constructor(readonly totalMs: number) {
    this.#allShrinksMs = totalMs * ALL_SHRINKS_SHARE
  }

  /** When the random sequences begin instead of further sequences for the rules. */
  get rulesEndAtMs(): number {
    return this.#startedMs + this.totalMs * RULES_SHARE
  }

  get endsAtMs(): number {
    return this.#startedMs + this.totalMs
  }

  /** How long the next counterexample may be shrunk. */
  get maxShrinkMs(): number {
    return Math.min(this.#allShrinksMs, this.totalMs * SHRINK_SHARE)
  }

  /** The longest that a sequence may just wait. */
  get maxWaitMs(): number {
    return this.totalMs * WAIT_SHARE
  }

  spendOnShrinking(ms: number): void {
    this.#allShrinksMs -= ms
  }
}
