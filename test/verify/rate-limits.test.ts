import { setTimeout as pause } from 'node:timers/promises'
import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { type Deviation, withHeaders } from './providers/small-provider.js'
import { verifySmall } from './verify-once.js'

/** Lets some requests through in each window, and refuses the others with 429. */
function limited(perWindow: number, retryAfter: (windowEndsAtMs: number) => string, windowMs = 1_000): Deviation {
  let window = { endsAtMs: 0, count: 0 }
  return (usual) => ({
    answer: (call) => {
      const now = Date.now()
      if (now >= window.endsAtMs) window = { endsAtMs: now + windowMs, count: 0 }
      window.count += 1
      if (window.count <= perWindow) return usual.answer(call)
      return withHeaders(usual.error(429, 'slow_down'), { 'retry-after': retryAfter(window.endsAtMs) })
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

test.concurrent.each([
  ['in seconds', () => '1'],
  ['as an HTTP date', (endsAtMs: number) => new Date(endsAtMs + 1_000).toUTCString()],
])('429 with Retry-After %s is waited for, and causes no finding', async (_, retryAfter) => {
  const report = await verify(limited(20, retryAfter))
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0 } })
  expect(report.coverage.some(({ status }) => status === 429)).toBe(false)
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

test.concurrent('after the first 429 hardly more than the limit is sent', async () => {
  let refused = 0
  const report = await verify(limited(8, () => ((refused += 1), '1')))
  // Those with which it finds out how to connect are not sent again.
  const note = /^Requests retried after a 429: \d+\. A higher rate limit would make the run/
  expect(report).toMatchObject({ result: 'pass', notes: [expect.stringMatching(note) as string] })
  expect(refused).toBeLessThanOrEqual(30)
})

test.concurrent('a provider that takes four requests at a time responds to all: each 429 halves how many are under way', async () => {
  let underWay = 0
  let refused = 0
  const takesFour: Deviation = (usual) => ({
    answer: async (call) => {
      if (underWay === 4) return ((refused += 1), usual.error(429, 'slow_down'))
      underWay += 1
      await pause(1)
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
      ++requests === 9 ? withHeaders(usual.error(429, 'slow_down'), { 'retry-after': '6' }) : usual.answer(call),
  })
  expect(await verify(refusesOnce, { timeoutMs: 5_000 })).toMatchObject({ result: 'pass' })
})

test.concurrent('a rate bounds all requests, including those in one go and for states', async () => {
  let sent = 0
  const startedMs = performance.now()
  const counting: Deviation = (usual) => ({
    answer: (call) => ((sent += 1), usual.answer(call)),
    setUp: (state, params) => ((sent += 1), usual.setUp(state, params)),
  })
  expect(await verify(counting, { rate: 20 })).toMatchObject({ result: 'pass' })
  expect(sent).toBeLessThanOrEqual(1 + ((performance.now() - startedMs) / 1_000) * 20)
})

test('a run waits no longer in all than its time budget', async () => {
  const never = limited(0, () => '30')
  const message =
    'The provider rejects requests with 429, and waiting would take more than 10 s in all. Give --rate or a longer --time-budget, or raise the limit for this run.'
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
