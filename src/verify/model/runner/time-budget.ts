const DEFAULT_MS = 30_000
// A slow provider is to be held against every rule, unless somebody has said how much time there is.
const PATIENCE = 4
const RULES_SHARE = 0.6
const WAIT_SHARE = 1 / 30
// To make steps fewer: this long for one finding, and for all of them.
const SHORTENING_MS = 2_500
const ALL_SHORTENING_SHARE = 1 / 4
// Whoever wants to know of the first finding does not want to wait for it.
const HASTY_MS = 600

/** Who may spend how much of the time that the model check has. Instants are by `performance.now()`. */
export class TimeBudget {
  readonly #startedMs = performance.now()
  readonly #totalMs: number
  #allShorteningMs: number

  /** @param givenMs 30 s by default, with more time until each rule was tried once */
  constructor(
    readonly givenMs?: number,
    readonly isHasty = false,
  ) {
    this.#totalMs = givenMs ?? DEFAULT_MS
    this.#allShorteningMs = this.#totalMs * ALL_SHORTENING_SHARE
  }

  /** Until when a rule may be tried for the first time. */
  get firstTriesEndAtMs(): number {
    return this.givenMs === undefined ? this.#startedMs + PATIENCE * DEFAULT_MS : this.endsAtMs
  }

  /** When the random sequences begin instead of further sequences for the rules. */
  get rulesEndAtMs(): number {
    return this.#startedMs + this.#totalMs * RULES_SHARE
  }

  get endsAtMs(): number {
    return this.#startedMs + this.#totalMs
  }

  /** The longest that a sequence may just wait. */
  get maxWaitMs(): number {
    return this.#totalMs * WAIT_SHARE
  }

  /** @returns how long the next finding may be made shorter */
  takeShorteningMs(): number {
    const ms = Math.max(0, Math.min(this.#allShorteningMs, this.isHasty ? HASTY_MS : SHORTENING_MS))
    this.#allShorteningMs -= ms
    return ms
  }
}
