import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installTools, writeFiles } from '../npm-project.js'
import { makeUserProject } from './user-project.js'

// Other people's projects use the package without settings.

// The last msw that Jest can load under Node 20: later ones need packages that are ES modules alone.
const project = await makeUserProject('msw@2.11.2')
afterAll(() => project[Symbol.asyncDispose]())

const JEST = `
const { setupServer } = require('msw/node')
const { OrdersMock, ToolError } = require('orders-mock')
const { OrdersClient } = require('orders-mock/client')
const { createOrdersHandlers } = require('orders-mock/msw')
const { startServer } = require('orders-mock/server')
const { verifyProvider } = require('orders-mock/verify')

test('the engine responds, and throws the errors that it exports', async () => {
  const mock = new OrdersMock({ scenario: 'int64' })
  const headers = { authorization: 'Bearer test-key' }
  const response = await mock.fetch('http://any/v1/store/orders', { headers })
  expect(await response.text()).toContain('9223372036854775807')
  expect(() => new OrdersMock({ scenario: 'shiped' })).toThrow(ToolError)
})

test('handlers of msw respond', async () => {
  const baseUrl = 'https://api.example.com/v1'
  const { handlers, mock } = createOrdersHandlers({ baseUrl, scenario: 'shipped' })
  const server = setupServer(...handlers)
  server.listen()
  const cancelled = new OrdersClient({ baseUrl, apiKey: 'test-key' }).cancelOrder(1)
  await expect(cancelled).rejects.toMatchObject({ status: 409 })
  server.close()
  expect(mock.sandbox().requests.count()).toBe(1)
  expect(() => createOrdersHandlers({})).toThrow(ToolError)
})

test('a server responds to its client and the verifier', async () => {
  const server = await startServer({ scenario: 'pending' })
  const client = new OrdersClient({ baseUrl: server.baseUrl, apiKey: server.apiKey })
  await client.cancelOrder(1)
  expect((await client.listOrders()).map(({ id }) => id)).toEqual([1n, 2n, 3n])
  const { result } = await verifyProvider({ baseUrl: server.baseUrl, checks: ['model'], runs: 1 })
  expect(result).toBe('pass')
  await server.close()
})
`

test('a Jest project that requires every entry passes its tests', async () => {
  const folder = join(project.folder, 'jest')
  await writeFiles(folder, { 'package.json': '{}', 'orders.test.js': JEST })
  // The last that runs on Node 20 as it is.
  const jest = join(await installTools('jest@29.7.0'), 'jest/bin/jest.js')
  const args = [jest, '--ci', '--testTimeout', '60000', '--rootDir', folder]
  const { code, stderr } = await project.run(process.execPath, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('3 passed, 3 total') })
})

const SERVER = `
import { startServer } from 'orders-mock/server'
const { origin, close } = await startServer()
for (const path of ['/', '/openapi.yaml', '/__mock/health']) console.log((await fetch(origin + path)).status)
await close()
`

test('a server that webpack has bundled with its application serves its files', async () => {
  const folder = join(project.folder, 'webpack')
  await writeFiles(folder, { 'server.mjs': SERVER })
  const config = {
    mode: 'production',
    target: 'node',
    entry: './server.mjs',
    output: { path: folder, filename: 'built.cjs' },
  }
  const tools = await installTools('webpack@5.113.0')
  const build = `require(${JSON.stringify(join(tools, 'webpack'))})(${JSON.stringify({ ...config, context: folder })}, (error, stats) =>
    console.log(error ?? stats.toString({ all: false, errors: true, warnings: true })))`
  const built = await project.run(process.execPath, '--eval', build)
  expect(built).toEqual({ code: 0, stdout: '\n', stderr: '' })
  const { code, stdout } = await project.run(process.execPath, join(folder, 'built.cjs'))
  expect({ code, stdout }).toEqual({ code: 0, stdout: '200\n200\n200\n' })
})

test('publint reports nothing', async () => {
  const publint = join(await installTools('publint@0.3.25'), 'publint/src/cli.js')
  const { code, stdout } = await project.run(process.execPath, publint, 'run', project.tarball, '--strict')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/All good!/) })
})

test('attw resolves the types of every entry, in every way there is', async () => {
  const attw = join(await installTools('@arethetypeswrong/cli@0.18.5'), '.bin/attw')
  const looks = ['--format', 'ascii', '--no-color', '--no-emoji']
  // What only browsers load is an ES module alone.
  const others = ['./openapi.yaml', './report.schema.json', './msw/panel']
  const { code, stdout } = await project.run(attw, project.tarball, ...looks, '--exclude-entrypoints', ...others)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No problems found') })
})
