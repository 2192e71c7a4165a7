import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type Call, startSmallProvider } from './providers/small-provider.js'
import { failures, verifyOnce } from './verify-once.js'

const UNANSWERED = new Promise<never>(() => {})

// Sockets of a provider that has ended close in no order: an answer may be read after another connection was seen to close.
test.each([
  ['nothing that began later was answered', 0, []],
  ['something that began later was answered', 100, ['openapi.cancelOrder.answered']],
])('a request that an ended provider got no response to counts only if later ones got one: %s', async (...row) => {
  const [, answeredMeanwhile, failed] = row
  const report = await verifyOnce(() => startEnding(answeredMeanwhile), { checks: ['openapi', 'model'] })
  expect(report.error).toMatchObject({ exitCode: 3 })
  expect(failures(report).filter((id) => id.startsWith('openapi.'))).toEqual(failed)
})

test('a provider that ends in the middle of a run is out of reach, without a finding about the request under way', async () => {
  let requests = 0
  const provider = await startSmallProvider((usual) => ({
    answer: (call) => {
      if (++requests === 12) {
        void provider.close()
        call.request.socket.destroy()
      }
      return usual.answer(call)
    },
  }))
  const report = await verifyOnce(async () => provider, { states: undefined, checks: ['openapi'] })
  const message = expect.stringMatching(/^Cannot reach \S+: connection refused\. /) as string
  expect(report).toMatchObject({ error: { message, exitCode: 3 }, summary: { failed: 0 } })
})

/** Breaks off its answer to the first cancel, answers some more requests, and ends with its answer to the second cancel. */
async function startEnding(answeredMeanwhile: number) {
  const cancels: Call[] = []
  let left = Infinity
  const provider = await startSmallProvider((usual) => ({
    answer: (call) => {
      left -= 1
      return left < 0 ? UNANSWERED : usual.answer(call)
    },
    cancelOrder: async (call) => {
      if (cancels.length === 2 || usual.find(call.id)?.status !== 'pending') return usual.cancelOrder(call)
      const [first] = cancels
      cancels.push(call)
      if (first === undefined) return UNANSWERED
      left = answeredMeanwhile
      first.request.socket.end('HTTP/1.1 409 Conflict\r\nContent-Length: 9\r\n\r\n')
      await delay(50)
      await vi.waitUntil(() => left <= 0, { timeout: 60_000 })
      void provider.close()
      return usual.cancelOrder(call)
    },
  }))
  return provider
}
