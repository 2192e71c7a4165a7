import { setTimeout as pause } from 'node:timers/promises'
import { ToolError } from '../input/index.js'
import { AllowedRate } from './allowed-rate.js'

/** How long a run waits in all for a provider that says `429 Too Many Requests`, unless somebody has said how long. */
export const USUAL_WAIT_MS = 120_000
/** How often one request is sent again. */
const MAX_TRIES = 10
/** Without a `Retry-After` that says more: each wait takes twice as long as the one before, up to a limit. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000

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
 * in one go stay together; then the go as a whole waits until the rate allows all of them.
 */
export class Pacer {
  readonly #rate: AllowedRate
  readonly #maxWaitMs: number
  #go: Go | undefined
  #nextAtMs = 0
  #waitedMs = 0

  /**
   * @param options.rate requests per second at most; without it as many as the provider takes
   * @param options.maxWaitMs how long to wait in all for a provider that says 429
   */
  constructor({ rate = Infinity, maxWaitMs = USUAL_WAIT_MS }: PacerOptions = {}) {
    this.#rate = new AllowedRate(rate, performance.now())
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
      const sentAtMs = performance.now()
      const response = await attempt()
      if (response.status !== 429) {
        // What went out before the last 429 came tells nothing of the time after it.
        if (sentAtMs >= this.#rate.sinceMs) this.#rate.letThrough()
        return response
      }
      if (tries === MAX_TRIES)
        throw new ToolError(
          `The provider refused a request ${tries} times with 429. Give --rate, or raise the limit for this run.`,
          3,
        )
      const usualMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
      const toldMs = retryAfterMs(response.headers['retry-after']) || undefined
      this.#wait(toldMs ?? usualMs, toldMs === undefined ? 'until it takes them' : 'as it says')
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#rate.perSecond === Infinity && this.#nextAtMs <= performance.now()) return undefined
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
    const gapMs = 1_000 / this.#rate.perSecond
    const startMs = Math.max(performance.now(), this.#nextAtMs) + (count - 1) * gapMs
    this.#nextAtMs = startMs + gapMs
    await pause(Math.max(0, startMs - performance.now()))
  }

  #wait(waitMs: number, how: string): void {
    const nowMs = performance.now()
    // Requests that are refused together wait together.
    const endsAtMs = Math.max(nowMs + waitMs, this.#rate.sinceMs)
    this.#waitedMs += endsAtMs - Math.max(nowMs, this.#rate.sinceMs)
    if (this.#waitedMs > this.#maxWaitMs) {
      throw new ToolError(
        `The provider refuses requests with 429, and to wait ${how} would take more than ${this.#maxWaitMs / 1_000} s in all. Give --rate or a longer --time-budget, or raise the limit for this run.`,
        3,
      )
    }
    this.#rate.refused(endsAtMs)
    this.#nextAtMs = Math.max(this.#nextAtMs, endsAtMs)
  }
}

/** `Retry-After` as seconds or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000
  const unixMs = Date.parse(value)
  return Number.isNaN(unixMs) ? undefined : Math.max(0, unixMs - Date.now())
}
