import { expect, test } from 'vitest'
import { runCommand, startServing } from './command.js'

test('an empty variable is as good as none', async () => {
  await using server = await startServing([], {
    ORDERS_MOCK_SCENARIO: '',
    ORDERS_MOCK_KEY: '',
    ORDERS_MOCK_CONTROL_TOKEN: '',
  })
  const listed = await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: 'Bearer test-key' } })
  const health = await fetch(new URL('/__mock/health', server.baseUrl))
  expect([listed.status, health.status]).toEqual([200, 200])
  await expect(health.json()).resolves.toMatchObject({ scenario: 'default' })
})

test.each([
  ['-V', /^\d+\.\d+\.\d+\n$/],
  ['-h', /^Usage: orders-mock /],
])('%s is short for the whole word', async (flag, output) => {
  const { code, stdout, stderr } = await runCommand([flag])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(output)
})
