import type { VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { verifySmall } from './verify-once.js'

const BAILED = 'The run ended at the first check that failed; there may be more.'

test('a run that bails ends at the first check that fails, and says so', async () => {
  expect(await failuresOf({ bail: true })).toEqual({ failed: ['model.shipped-is-refused'], notes: [BAILED] })
})

test('no further kind of check runs after that', async () => {
  const { failed } = await failuresOf({ bail: true, checks: ['pact', 'openapi', 'model'] })
  expect(failed).toHaveLength(1)
  expect(failed[0]).toMatch(/^pact\./)
})

test('what an answer shows ends the run before the check that is under way', async () => {
  const { checks } = await verifySmall(
    (usual) => ({ show: (order) => ({ ...(usual.show(order) as object), quantity: '2' }) }),
    { checks: ['openapi', 'model'], bail: true },
  )
  expect(checks.map(({ id, result }) => `${id} ${result}`)).toEqual(['openapi.listOrders.schema failed'])
})

/** Of a provider that cancels shipped orders and lets everybody read the list. */
async function failuresOf(options: Pick<VerifyOptions, 'bail' | 'checks'>) {
  const { checks, notes } = await verifySmall(
    (usual) => ({
      admits: (call) => call.operation === 'listOrders' || usual.admits(call),
      cancel: (order) => (order.status === 'shipped' ? { status: 204, headers: {} } : usual.cancel(order)),
    }),
    { checks: ['model'], seed: 1, runs: 1, ...options },
  )
  return { failed: checks.filter(({ result }) => result === 'failed').map(({ id }) => id), notes }
}
