import { setTimeout as pause } from 'node:timers/promises'
import { ToolError } from '../input/index.js'

/** How long a run waits in all for a provider that says `429 Too Many Requests`, unless somebody has said how long. */
export const USUAL_WAIT_MS = 120_000
/** How often one request is sent again. */
const MAX_TRIES = 10
/** Without a `Retry-After` that says more: each wait takes twice as long as the one before, up to a limit. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000

/** Below what the provider was seen to allow. */
const PRUDENCE = 0.9
/** Requests per second. A run slows down no further by itself: it would take hours, perhaps only because others had used up the limit. */
const SLOWEST_RATE = 0.5
/** After so many times the requests that the last 429 came after, the limit may be a higher one. */
const PATIENCE = 2

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
 * Keeps a run within a rate: the one that was asked for, and the one that the provider allows. Requests that are sent
 * in one go stay together; then the go as a whole waits until the rate allows all of them. A 429 first halves how many
 * requests are under way at once, for the rest of the run; where one alone is refused, it slows the run down.
 */
export class Pacer {
  readonly #highestRate: number
  readonly #maxWaitMs: number
  #go: Go | undefined
  #nextAtMs = 0
  #waitedMs = 0
  /** Requests per second. */
  #rate: number
  /** How many were let through since the last wait, and before it. */
  #count = 0
  #lastCount = Infinity
  /** When the last wait is over; before the first, when the run began. */
  #sinceMs = performance.now()
  #lastRefusalMs = -Infinity
  #mostAtOnce = Infinity
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  /**
   * @param options.rate requests per second at most; without it as many as the provider takes
   * @param options.maxWaitMs how long to wait in all for a provider that says 429
   */
  constructor({ rate = Infinity, maxWaitMs = USUAL_WAIT_MS }: PacerOptions = {}) {
    this.#highestRate = rate
    this.#rate = rate
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Sends a request when it is its turn, and again as long as it is refused with 429.
   *
   * @throws {ToolError} exit code 3, if that would take too long
   */
  async send<Response extends Limited>(attempt: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries++) {
      await this.#turn()
      await this.#enter()
      const sentAtMs = performance.now()
      const { response, atOnce } = await this.#attempt(attempt)
      if (response.status !== 429) {
        // What went out before the last 429 came tells nothing of the time after it.
        if (sentAtMs >= this.#sinceMs) this.#letThrough()
        return response
      }
      if (tries === MAX_TRIES)
        throw new ToolError(
          `The provider refused a request ${tries} times with 429. Give --rate, or raise the limit for this run.`,
          3,
        )
      const usualMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
      const toldMs = retryAfterMs(response.headers['retry-after']) || undefined
      const untilMs = this.#wait(toldMs ?? usualMs, toldMs === undefined ? 'until it takes them' : 'as it says')
      // Requests that were sent together are refused together, and tell the same.
      if (sentAtMs >= this.#lastRefusalMs) this.#refused(atOnce, untilMs)
    }
  }

  #letThrough(): void {
    this.#count += 1
    if (this.#count % (PATIENCE * this.#lastCount) === 0) this.#rate = Math.min(this.#highestRate, 2 * this.#rate)
  }

  #refused(atOnce: number, untilMs: number): void {
    this.#lastRefusalMs = performance.now()
    if (atOnce > 1) this.#mostAtOnce = Math.floor(atOnce / 2)
    else {
      // Not how many came at once was too much, but how many in a time. A race needs two at once.
      this.#mostAtOnce = Math.max(2, this.#mostAtOnce)
      this.#slowDown(untilMs)
    }
    this.#count = 0
    this.#sinceMs = untilMs
  }

  #slowDown(untilMs: number): void {
    if (this.#count === 0) return
    const seen = ((PRUDENCE * this.#count) / (untilMs - this.#sinceMs)) * 1_000
    this.#rate = Math.min(this.#rate, Math.max(SLOWEST_RATE, seen))
    this.#lastCount = this.#count
  }

  /** Waits until fewer requests are under way than may be. */
  async #enter(): Promise<void> {
    while (this.#underWay >= this.#mostAtOnce) await new Promise<void>((go) => this.#waiting.push(go))
    this.#underWay += 1
  }

  async #attempt<Response>(
    attempt: () => Promise<Response>,
  ): Promise<{ readonly response: Response; readonly atOnce: number }> {
    try {
      const response = await attempt()
      return { response, atOnce: this.#underWay }
    } finally {
      this.#underWay -= 1
      this.#waiting.shift()?.()
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#rate === Infinity && this.#nextAtMs <= performance.now()) return undefined
    this.#go ??= { count: 0, start: this.#startOfGo() }
    this.#go.count += 1
    return this.#go.start
  }

  async #startOfGo(): Promise<void> {
    // All that are sent in one go have joined before the next turn of the event loop.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    const { count = 1 } = this.#go ?? {}
    this.#go = undefined
    const gapMs = 1_000 / this.#rate
    const startMs = Math.max(performance.now(), this.#nextAtMs) + (count - 1) * gapMs
    this.#nextAtMs = startMs + gapMs
    await pause(Math.max(0, startMs - performance.now()))
  }

  /** @returns when the wait is over */
  #wait(waitMs: number, how: string): number {
    // Requests that are refused together wait together.
    const startMs = Math.max(performance.now(), this.#nextAtMs)
    this.#nextAtMs = Math.max(performance.now() + waitMs, this.#nextAtMs)
    this.#waitedMs += Math.max(0, this.#nextAtMs - startMs)
    if (this.#waitedMs <= this.#maxWaitMs) return this.#nextAtMs
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
