import { setTimeout as pause } from 'node:timers/promises'
import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { type Deviation, withHeaders } from './providers/small-provider.js'
import { verifySmall } from './verify-once.js'

/** Lets some requests through, refuses all others for a second from then on, and begins anew. */
function limited(atOnce: number, retryAfter: () => string): Deviation {
  let [count, refusesUntilMs] = [0, 0]
  return (usual) => ({
    answer: (call) => {
      const nowMs = Date.now()
      if (nowMs >= refusesUntilMs) count += 1
      if (count === atOnce + 1) [count, refusesUntilMs] = [0, nowMs + 1_000]
      if (nowMs >= refusesUntilMs) return usual.answer(call)
      return withHeaders(usual.error(429, 'slow_down'), { 'retry-after': retryAfter() })
    },
  })
}

/** Says when to retry by a clock of its own, which its Date header shows, too. */
function limitedByClock(aheadMs: number, write: (atMs: number) => string): Deviation {
  let refusals = 0
  return (usual) => ({
    answer: (call) => {
      if (++refusals !== 9) return usual.answer(call)
      const nowMs = Date.now() + aheadMs
      const headers = { date: new Date(nowMs).toUTCString(), 'retry-after': write(nowMs + 1_000) }
      return withHeaders(usual.error(429, 'slow_down'), headers)
    },
  })
}

test.concurrent('429 with Retry-After is waited for and causes no finding, and hardly more than the limit is sent', async () => {
  let refused = 0
  const report = await verify(limited(40, () => ((refused += 1), '1')))
  // Those with which it finds out how to connect are not sent again.
  const note = /^Requests retried after a 429: \d+\. A higher rate limit would make the run/
  const notes = [expect.stringMatching(note) as string]
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0 }, notes })
  expect(report.coverage.some(({ status }) => status === 429)).toBe(false)
  expect(refused).toBeLessThanOrEqual(30)
})

const HOURS_MS = 5 * 3_600_000
const imf = (atMs: number) => new Date(atMs).toUTCString()
const rfc850 = (atMs: number) => {
  const weekday = new Date(atMs).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  return imf(atMs).replace(/^..., (..) (...) ..(..)/, `${weekday}, $1-$2-$3`)
}
const asctime = (atMs: number) => imf(atMs).replace(/^(...), (..) (...) (....) (.{8}) GMT$/, '$1 $3 $2 $5 $4')

test.concurrent.each([
  ['five hours ahead', HOURS_MS, imf],
  ['five hours behind (RFC 850)', -HOURS_MS, rfc850],
  ['five hours ahead (asctime)', HOURS_MS, asctime],
])('a Retry-After by a clock that is %s is measured by the Date of the same response', async (_, aheadMs, write) => {
  const startedMs = performance.now()
  expect(await verify(limitedByClock(aheadMs, write))).toMatchObject({ result: 'pass' })
  // Without the header each wait would take a tenth of a second, or hours.
  expect(performance.now() - startedMs).toBeGreaterThan(950)
})

test.concurrent('a provider that takes four requests at a time responds to all: each 429 halves how many are under way', async () => {
  let underWay = 0
  let refused = 0
  const takesFour: Deviation = (usual) => ({
    answer: async (call) => {
      if (underWay === 4) return ((refused += 1), usual.error(429, 'slow_down'))
      underWay += 1
      // Until one is refused, they take long enough to meet on a slow machine.
      await pause(refused === 0 ? 20 : 1)
      underWay -= 1
      return usual.answer(call)
    },
  })
  expect(await verify(takesFour, { checks: ['model'], runs: 1 })).toMatchObject({ result: 'pass' })
  // As many as were under way at the first 429, half of them then, and so on.
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(2 * 24)
})

test.concurrent('waiting does not count as the time that the provider takes', async () => {
  let requests = 0
  const refusesOnce: Deviation = (usual) => ({
    answer: (call) =>
      ++requests === 9 ? withHeaders(usual.error(429, 'slow_down'), { 'retry-after': '4' }) : usual.answer(call),
  })
  expect(await verify(refusesOnce, { timeoutMs: 3_500 })).toMatchObject({ result: 'pass' })
})

test.concurrent('a rate bounds all requests, including those in one go and for states', async () => {
  let sent = 0
  const startedMs = performance.now()
  const counting: Deviation = (usual) => ({
    answer: (call) => ((sent += 1), usual.answer(call)),
    setUp: (state, params) => ((sent += 1), usual.setUp(state, params)),
  })
  expect(await verify(counting, { rate: 40 })).toMatchObject({ result: 'pass' })
  expect(sent).toBeLessThanOrEqual(1 + ((performance.now() - startedMs) / 1_000) * 40)
})

test('a run waits no longer in all than its time budget', async () => {
  const never = limited(0, () => '30')
  const message =
    'The provider rejects requests with 429, and waiting would take more than 10 s in all. Set --rate or a longer --time-budget, or raise the limit for this run.'
  expect(await verify(never, { timeBudgetMs: 10_000 })).toMatchObject({
    result: 'error',
    checks: [],
    error: { message, exitCode: 3 },
  })
})

test('a rate at which the run would never end is rejected', async () => {
  const message = 'rate must be a number of requests per second from 0.01, not 0.001.'
  await expect(verify(() => ({}), { rate: 0.001 })).rejects.toThrow(message)
})

function verify(deviation: Deviation, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  return verifySmall(deviation, { checks: ['openapi'], ...options })
}
