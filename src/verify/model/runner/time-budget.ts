const DEFAULT_MS = 30_000
// A slow provider is to be held against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
const RULES_SHARE = 0.6
// Shrinking has time of its own: this much for one counterexample, and for all of them.
const SHRINK_SHARE = 1 / 8
const ALL_SHRINKS_SHARE = 1 / 2
const WAIT_SHARE = 1 / 30

/** Who may spend how much of the time that the model check has. Instants are by `performance.now()`. */
export class TimeBudget {
  readonly #startedMs = performance.now()
  #allShrinksMs: number

  /** @param givenMs 30 s by default, with more time until each rule was tried once */
  constructor(readonly givenMs?: number) {
    this.#allShrinksMs = this.totalMs * ALL_SHRINKS_SHARE
  }

  get totalMs(): number {
    return this.givenMs ?? DEFAULT_MS
  }

  /** Until when a rule may be tried for the first time. */
  get firstTriesEndAtMs(): number {
    return this.givenMs === undefined ? this.#startedMs + PATIENCE * DEFAULT_MS : this.endsAtMs
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
