import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Deviation } from '../providers/small-provider.js'
import { temporaryFile } from '../../temporary-file.js'
import { failures, verifySmall } from '../verify-once.js'
import { checkSmall, onlyRule, stepsOf } from './check-provider.js'

/** A job ships the first order before its cancel; then each cancel takes seconds. Whoever has no key can read a pet. */
const slowOnceShipped: Deviation = (usual) => {
  let cancels = 0
  return {
    admits: (call) => call.operation === 'getPet' || usual.admits(call),
    cancel: async (order) => {
      if (++cancels === 1) order.status = 'shipped'
      else await pause(4_000)
      return usual.cancel(order)
    },
  }
}

/** Every order has shipped before a cancel comes, and each cancel takes a while. Whoever has no key can read a pet. */
const slowAndShipped: Deviation = (usual) => ({
  admits: (call) => call.operation === 'getPet' || usual.admits(call),
  cancel: async (order) => {
    order.status = 'shipped'
    await pause(400)
    return usual.cancel(order)
  },
})

test.concurrent.each([
  ['by requests that take seconds', slowOnceShipped],
  ['by orders that are cancelled at once', slowAndShipped],
])('a rule that has not run comes to its turn, however long another one is judged: %s', async (_, deviation) => {
  const checks = ['cancelled-once', 'wrong-key-pet'].map((id) => ({
    id: `model.${id}`,
    kind: 'model',
    result: 'failed',
  }))
  const rerun = temporaryFile('report.json', JSON.stringify({ seed: 1, checks }))
  const report = await verifySmall(deviation, { checks: ['model'], rerun, timeBudgetMs: 20_000 })
  expect(failures(report)).toEqual(['model.wrong-key-pet'])
})

test('a sequence with waits is told without them, if the violation shows without them', async () => {
  const report = await checkSmall(
    (usual) => ({
      answer: async (call) => {
        if (call.operation === 'cancelOrder' && !usual.admits(call)) await usual.cancelOrder(call)
        return usual.answer(call)
      },
    }),
    onlyRule('cancelled-for-good'),
  )
  const steps = stepsOf(report, 'model.cancelled-for-good')
  expect(steps.join('\n')).not.toContain('sleep')
  expect(steps.at(-1)).toContain('409, expected 204: the order is pending')
})
