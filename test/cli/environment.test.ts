import { expect, test } from 'vitest'
import { callApi, runCommand, serveHere, startServing } from './command.js'

test('an empty variable counts as unset: the default scenario, for the default key, on this machine alone', async () => {
  const env = { ORDERS_MOCK_SCENARIO: '', ORDERS_MOCK_KEY: '', ORDERS_MOCK_CONTROL_TOKEN: '' }
  await using server = await startServing([], env)
  const listed = await callApi(server, 'GET /store/orders')
  const health = await fetch(new URL('/__mock/health', server.baseUrl))
  expect([listed.status, health.status]).toEqual([200, 200])
  await expect(health.json()).resolves.toMatchObject({ scenario: 'default' })
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
})

test('a variable that sets no option is reported, with the nearest name; one of another command is not', async () => {
  const env = { ORDERS_MOCK_SCENARO: 'shipped', ORDERS_MOCK_STATES: 'http://127.0.0.1:1' }
  const { code, stderr } = await runCommand(['scenarios'], env)
  const warning = 'Unknown environment variable ORDERS_MOCK_SCENARO. Did you mean ORDERS_MOCK_SCENARIO?'
  expect({ code, stderr }).toEqual({ code: 0, stderr: `orders-mock: ${warning}\n` })
})

test('serve accepts every key of ORDERS_MOCK_KEY, verify uses the first', async () => {
  const env = { ORDERS_MOCK_KEY: 'one,two' }
  await using server = await serveHere(['--log', 'json'], env)
  const flags = ['--checks', 'openapi', '--report', 'json', '--rate', '500.5']
  const { stdout } = await runCommand(['verify', server.baseUrl, ...flags], env)
  expect(JSON.parse(stdout)).toMatchObject({ result: 'pass' })
  expect(server.stdout()).toContain('"key":"one"')
  expect(server.stdout()).not.toContain('two')
})
