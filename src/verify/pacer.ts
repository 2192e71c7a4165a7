import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type ProviderResponse, Slots } from '../contract/index.js'
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

/** What says whether it refuses the request for now. */
interface Limited {
  readonly response: Pick<ProviderResponse, 'status' | 'headers'>
}

/**
 * Keeps a run within a rate, if one was asked for. Requests that are sent in one go stay together; then the go as a whole
 * waits until the rate allows all of them. A 429 is waited for, and halves how many requests are under way at once for the
 * rest of the run.
 */
export class Pacer {
  /** How many requests were refused with 429. */
  refusals = 0
  /** Between two requests; 0 without a rate. */
  readonly #gapMs: number
  readonly #maxWaitMs: number
  readonly #slots = new Slots(Infinity)
  #underWay = 0
  #lastRefusalMs = -Infinity
  /** When the last wait is over. */
  #resumesAtMs = 0
  #waitedMs = 0
  /** The start of the requests that are being collected, and how many they are. */
  #go: Promise<void> | undefined
  #inGo = 0
  #nextGoAtMs = 0

  /**
   * @param options.rate requests per second at most; without it as many as the provider takes
   * @param options.maxWaitMs how long to wait in all for a provider that says 429
   */
  constructor({ rate = Infinity, maxWaitMs = USUAL_WAIT_MS }: { rate?: number; maxWaitMs?: number } = {}) {
    this.#gapMs = 1_000 / rate
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Sends a request when it is its turn, and again as long as it is refused with 429.
   *
   * @throws {ToolError} exit code 3, if that would take too long
   */
  async send<Answer extends Limited>(attempt: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const answer = await this.#slots.use(1, () => this.#sendOnce(attempt, tries))
      if (answer.response.status !== 429) return answer
    }
    throw new ToolError(
      `The provider refused a request ${MAX_TRIES} times with 429. Give --rate, or raise the limit for this run.`,
      3,
    )
  }

  async #sendOnce<Answer extends Limited>(attempt: () => Promise<Answer>, tries: number): Promise<Answer> {
    await this.#turn()
    const sentAtMs = performance.now()
    this.#underWay++
    try {
      const answer = await attempt()
      if (answer.response.status === 429) this.#refused(answer, tries, sentAtMs)
      return answer
    } finally {
      this.#underWay--
    }
  }

  async #turn(): Promise<void> {
    if (this.#gapMs > 0) {
      this.#inGo++
      await (this.#go ??= this.#startOfGo())
    }
    while (performance.now() < this.#resumesAtMs) await pause(this.#resumesAtMs - performance.now())
  }

  async #startOfGo(): Promise<void> {
    // All that are sent in one go have joined before the next turn of the event loop.
    await nextTurn()
    const startMs = Math.max(performance.now(), this.#nextGoAtMs) + (this.#inGo - 1) * this.#gapMs
    this.#go = undefined
    this.#inGo = 0
    this.#nextGoAtMs = startMs + this.#gapMs
    await pause(Math.max(0, startMs - performance.now()))
  }

  #refused({ response }: Limited, tries: number, sentAtMs: number): void {
    this.refusals++
    const toldMs = retryAfterMs(response.headers['retry-after'])
    const waitMs = toldMs || Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    // Requests that are refused together wait together.
    const startMs = Math.max(performance.now(), this.#resumesAtMs)
    this.#resumesAtMs = Math.max(performance.now() + waitMs, this.#resumesAtMs)
    this.#waitedMs += Math.max(0, this.#resumesAtMs - startMs)
    if (this.#waitedMs > this.#maxWaitMs) {
      const how = toldMs ? 'as it says' : 'until it takes them'
      const message = `The provider refuses requests with 429, and to wait ${how} would take more than ${this.#maxWaitMs / 1_000} s in all.`
      throw new ToolError(`${message} Give --rate or a longer --time-budget, or raise the limit for this run.`, 3)
    }
    // Requests that were sent together are refused together, and tell the same.
    if (sentAtMs < this.#lastRefusalMs) return
    this.#lastRefusalMs = performance.now()
    this.#slots.total = Math.min(this.#slots.total, Math.max(FEWEST_AT_ONCE, Math.floor(this.#underWay / 2)))
  }
}

/** `Retry-After` as seconds or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfterMs(value = ''): number {
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000
  return Math.max(0, Date.parse(value) - Date.now())
}
