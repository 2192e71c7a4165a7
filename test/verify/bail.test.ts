import { verifyProvider, type VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { startSmallProvider } from './providers/small-provider.js'

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
  const provider = await startSmallProvider((usual) => ({
    show: (order) => ({ ...(usual.show(order) as object), quantity: '2' }),
  }))
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  const { checks } = await verifyProvider({ baseUrl, key, states, checks: ['openapi', 'model'], bail: true })
  await provider.close()
  expect(checks.map(({ id, result }) => `${id} ${result}`)).toEqual(['openapi.listOrders.schema failed'])
})

test('other runs find all there is', async () => {
  const { failed, notes } = await failuresOf({})
  expect(failed).toEqual(expect.arrayContaining(['model.shipped-is-refused', 'model.wrong-key-list']))
  expect(notes).toEqual([])
})

/** Of a provider that cancels shipped orders and lets everybody read the list. */
async function failuresOf(options: Pick<VerifyOptions, 'bail' | 'checks'>) {
  const provider = await startSmallProvider((usual) => ({
    admits: (call) => call.operation === 'listOrders' || usual.admits(call),
    cancel: (order) => (order.status === 'shipped' ? { status: 204, headers: {} } : usual.cancel(order)),
  }))
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  const report = await verifyProvider({ baseUrl, key, states, checks: ['model'], seed: 1, runs: 1, ...options })
  await provider.close()
  const failed = report.checks.filter(({ result }) => result === 'failed').map(({ id }) => id)
  return { failed, notes: report.notes }
}
