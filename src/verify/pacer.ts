import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { ProviderResponse } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { readHttpDate } from '../spec/index.js'
import type { RunPlan } from './verify-options.js'

/** A provider that handles one request after another must still be able to respond to the last of these in time. */
const MAX_AT_ONCE = 24
const MAX_TRIES = 13
/** Without a `Retry-After` that says more: each wait takes twice as long as the one before, up to a limit. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A race needs two requests at once. */
const FEWEST_AT_ONCE = 2
const WAY_OUT = 'Set --rate or a longer --time-budget, or raise the limit for this run.'

type Limited = { readonly response: ProviderResponse }

/**
 * Keeps a run within a rate, if one was asked for; requests that are sent in one go wait until it allows all of them. A
 * 429 is waited for, and halves how many requests are under way at once for the rest of the run.
 */
export class Pacer {
  refusals = 0
  readonly #slots = pLimit(MAX_AT_ONCE)
  #nextMs = 0
  #resumesAtMs = 0
  #waitedMs = 0

  constructor(readonly plan: Pick<RunPlan, 'rate' | 'maxWaitMs'>) {}

  /** Sends a request at its turn, and again while it is rejected with 429. @throws {ToolError} if that would take too long */
  async send<Sent extends Limited | Error>(attempt: () => Promise<Sent>): Promise<Sent> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const sent = await this.#slots(async () => {
        await this.#turn()
        const answer = await attempt()
        if (isRefusal(answer)) this.#waitFor(answer, tries)
        return answer
      })
      if (!isRefusal(sent)) return sent
    }
    throw new ToolError(`The provider rejected a request ${MAX_TRIES} times with 429. ${WAY_OUT}`, 3)
  }

  /** Bounds how many requests are under way at once, for the rest of the run. */
  limit(most: number): void {
    this.#slots.concurrency = Math.min(this.#slots.concurrency, most)
  }

  async #turn(): Promise<void> {
    const { rate } = this.plan
    if (rate < Infinity) {
      const gapMs = 1_000 / rate
      this.#nextMs = Math.max(this.#nextMs, performance.now()) + gapMs
      // All that are sent in one go have been counted before the next turn of the event loop.
      await nextTurn()
      await pause(Math.max(0, this.#nextMs - gapMs - performance.now()))
    }
    while (performance.now() < this.#resumesAtMs) await pause(Math.max(0, this.#resumesAtMs - performance.now()))
  }

  #waitFor({ response }: Limited, tries: number): void {
    this.refusals++
    const saidMs = retryAfterMs(response.headers)
    const waitMs = saidMs || Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    const nowMs = performance.now()
    // Requests that are rejected together wait together, and say the same.
    if (nowMs >= this.#resumesAtMs) this.limit(Math.max(FEWEST_AT_ONCE, Math.floor(this.#slots.activeCount / 2)))
    const startMs = Math.max(nowMs, this.#resumesAtMs)
    this.#resumesAtMs = Math.max(nowMs + waitMs, this.#resumesAtMs)
    this.#waitedMs += this.#resumesAtMs - startMs
    if (this.#waitedMs <= this.plan.maxWaitMs) return
    const message = `The provider rejects requests with 429, and waiting would take more than ${this.plan.maxWaitMs / 1_000} s in all.`
    throw new ToolError(`${message} ${WAY_OUT}`, 3)
  }
}

function isRefusal(sent: Limited | Error): sent is Limited {
  return !(sent instanceof Error) && sent.response.status === 429
}

/** `Retry-After` as seconds, or as an HTTP-date by the provider's own clock, which its `Date` shows (RFC 9110, section 10.2.3). */
function retryAfterMs({ 'retry-after': value = '', date = '' }: ProviderResponse['headers']): number {
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000
  const nowMs = Date.now()
  const sentMs = readHttpDate(date, nowMs) ?? nowMs
  return Math.max(0, (readHttpDate(value, sentMs) ?? 0) - sentMs)
}

/** @throws {ToolError} exit code 3, if the signal is aborted */
export function throwIfStopped({ aborted, reason }: AbortSignal): void {
  if (!aborted) return
  const isCrash = reason instanceof Error && reason.name !== 'AbortError'
  const cause = isCrash ? `, because something crashed: ${reason.message}` : ''
  throw new ToolError(`The run was stopped early${typeof reason === 'string' ? ` by ${reason}` : cause}.`, 3)
}
