import { setTimeout as pause } from 'node:timers/promises'
import { Slots } from '../contract/index.js'
import { ToolError } from '../input/index.js'

/** How long a run waits in all for a provider that says `429 Too Many Requests`, unless somebody has said how long. */
export const USUAL_WAIT_MS = 300_000
/** How often one request is sent again. */
const MAX_TRIES = 10
/** Without a `Retry-After` that says more: each wait takes twice as long as the one before, up to a limit. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000
/** A race needs two requests at once. */
const FEWEST_AT_ONCE = 2

/** Whatever can be refused with 429. */
interface Limited {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

interface PacerOptions {
  readonly rate?: number
  readonly maxWaitMs?: number
}

/** Requests that are sent in one go. */
interface Go {
  count: number
  readonly start: Promise<void>
}

/**
 * Keeps a run within a rate, if one was asked for. Requests that are sent in one go stay together; then the go as a whole
 * waits until the rate allows all of them. A 429 is waited for, and halves how many requests are under way at once for the
 * rest of the run.
 */
export class Pacer {
  /** Between two requests; 0 without a rate. */
  readonly #gapMs: number
  readonly #maxWaitMs: number
  #refusals = 0
  #go: Go | undefined
  #nextAtMs = 0
  /** When the last wait is over. */
  #resumesAtMs = 0
  #waitedMs = 0
  #lastRefusalMs = -Infinity
  #underWay = 0
  readonly #slots = new Slots(Infinity)

  /**
   * @param options.rate requests per second at most; without it as many as the provider takes
   * @param options.maxWaitMs how long to wait in all for a provider that says 429
   */
  constructor({ rate = Infinity, maxWaitMs = USUAL_WAIT_MS }: PacerOptions = {}) {
    this.#gapMs = 1_000 / rate
    this.#maxWaitMs = maxWaitMs
  }

  /** How many requests were refused with 429. */
  get refusals(): number {
    return this.#refusals
  }

  /**
   * Sends a request when it is its turn, and again as long as it is refused with 429.
   *
   * @throws {ToolError} exit code 3, if that would take too long
   */
  async send<Response extends Limited>(attempt: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const response = await this.#slots.use(1, () => this.#sendOnce(attempt, tries))
      if (response.status !== 429) return response
    }
    throw new ToolError(
      `The provider refused a request ${MAX_TRIES} times with 429. Give --rate, or raise the limit for this run.`,
      3,
    )
  }

  async #sendOnce<Response extends Limited>(attempt: () => Promise<Response>, tries: number): Promise<Response> {
    await this.#turn()
    const sentAtMs = performance.now()
    this.#underWay += 1
    try {
      const response = await attempt()
      if (response.status !== 429) return response
      this.#refusals += 1
      const usualMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
      const toldMs = retryAfterMs(response.headers['retry-after']) || undefined
      this.#wait(toldMs ?? usualMs, toldMs === undefined ? 'until it takes them' : 'as it says')
      // Requests that were sent together are refused together, and tell the same.
      if (sentAtMs >= this.#lastRefusalMs) this.#halve()
      return response
    } finally {
      this.#underWay -= 1
    }
  }

  #halve(): void {
    this.#lastRefusalMs = performance.now()
    const total = Math.max(FEWEST_AT_ONCE, Math.floor(this.#underWay / 2))
    this.#slots.total = Math.min(this.#slots.total, total)
  }

  async #turn(): Promise<void> {
    if (this.#gapMs > 0) {
      this.#go ??= { count: 0, start: this.#startOfGo() }
      this.#go.count += 1
      await this.#go.start
    }
    for (;;) {
      const waitMs = this.#resumesAtMs - performance.now()
      if (waitMs <= 0) return
      await pause(waitMs)
    }
  }

  async #startOfGo(): Promise<void> {
    // All that are sent in one go have joined before the next turn of the event loop.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    const { count = 1 } = this.#go ?? {}
    this.#go = undefined
    const startMs = Math.max(performance.now(), this.#nextAtMs) + (count - 1) * this.#gapMs
    this.#nextAtMs = startMs + this.#gapMs
    await pause(Math.max(0, startMs - performance.now()))
  }

  #wait(waitMs: number, how: string): void {
    // Requests that are refused together wait together.
    const startMs = Math.max(performance.now(), this.#resumesAtMs)
    this.#resumesAtMs = Math.max(performance.now() + waitMs, this.#resumesAtMs)
    this.#waitedMs += Math.max(0, this.#resumesAtMs - startMs)
    if (this.#waitedMs <= this.#maxWaitMs) return
    throw new ToolError(
      `The provider refuses requests with 429, and to wait ${how} would take more than ${this.#maxWaitMs / 1_000} s in all. Give --rate or a longer --time-budget, or raise the limit for this run.`,
      3,
    )
  }
}

/** `Retry-After` as seconds or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000
  const unixMs = Date.parse(value)
  return Number.isNaN(unixMs) ? undefined : Math.max(0, unixMs - Date.now())
}
