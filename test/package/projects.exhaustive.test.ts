import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installTools } from '../npm-project.js'
import { makeUserProject, type UserProject } from './user-project.js'

// Other people's projects use the package without settings: with Jest, and in TypeScript of each kind.

const root = fileURLToPath(new URL('../..', import.meta.url))

let project: UserProject

beforeAll(async () => {
  // The last msw that Jest can load under Node 20: later ones need packages that are ES modules alone.
  project = await makeUserProject('msw@2.11.2')
})

afterAll(() => project[Symbol.asyncDispose]())

const JEST = `
const { mkdtempSync, rmSync } = require('node:fs')
const { join } = require('node:path')
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

test('a server responds to its client, the control API and the verifier, and persists its data', async () => {
  const data = mkdtempSync(join(__dirname, 'data-'))
  const server = await startServer({ scenario: 'pending', data })
  const client = new OrdersClient({ baseUrl: server.baseUrl, apiKey: server.apiKey })
  await client.cancelOrder(1)
  expect((await client.listOrders()).map(({ id }) => id)).toEqual([1n, 2n, 3n])
  const sandboxes = await fetch(server.origin + '/__mock/sandboxes', { method: 'POST', body: '{"scenario":"shipped"}' })
  expect(sandboxes.status).toBe(201)
  const { result } = await verifyProvider({ baseUrl: server.baseUrl, checks: ['model'], runs: 1 })
  expect(result).toBe('pass')
  await server.close()
  const again = await startServer({ data })
  expect(again.mock.sandbox().orders.get(1).status).toBe('cancelled')
  await expect(startServer({ port: Number(new URL(again.origin).port) })).rejects.toThrow(/ is in use/)
  await again.close()
  rmSync(data, { recursive: true })
})
`

test('a Jest project that requires every entry passes its tests', async () => {
  const folder = join(project.folder, 'jest')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  await writeFile(join(folder, 'orders.test.js'), JEST)
  // The last that runs on Node 20 as it is.
  const jest = join(await installTools('jest@29.7.0'), 'jest/bin/jest.js')
  const args = [jest, '--ci', '--testTimeout', '60000', '--rootDir', folder]
  const { code, stderr } = await project.run(process.execPath, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('3 passed, 3 total') })
})

const CONSUMER = `
import { OrdersMock, type OrderView } from 'orders-mock'
import { ordersMiddleware, startServer, type RunningServer } from 'orders-mock/server'
import { createOrdersHandlers } from 'orders-mock/msw'
import { OrdersClient } from 'orders-mock/client'
import { ControlClient } from 'orders-mock/control'
import { verifyProvider, type VerificationReport } from 'orders-mock/verify'

const mock = new OrdersMock({ scenario: { orders: [{ id: 9223372036854775807n, status: 'shipped' }, { id: '1' }, { id: 2 }] } })
const first: OrderView | undefined = mock.sandbox('main').orders.get(1)
const id: bigint | undefined = first?.id
// @ts-expect-error The types must refuse a status that there is not; if they let it pass, this line fails to compile.
mock.sandbox().orders.add({ status: 'shiped' })
const server: Promise<RunningServer> = startServer({ port: 0, scenario: 'shipped' })
const middleware = ordersMiddleware(mock)
const report: Promise<VerificationReport> = verifyProvider({ baseUrl: 'http://127.0.0.1:4010/v1' })
const { handlers } = createOrdersHandlers({ baseUrl: 'https://api.example.com/v1' })
export { ControlClient, handlers, id, middleware, OrdersClient, report, server }
`

test.each([
  ['this TypeScript', 'Node16', 'Node16', ['consumer.mts', 'consumer.cts']],
  ['the oldest TypeScript that the README names', 'Bundler', 'ESNext', ['consumer.mts']],
])('%s, strict, has no errors with moduleResolution %s', async (which, moduleResolution, module, files) => {
  const [, version = ''] = /TypeScript (5\.\d+)/.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
  const modules = which.startsWith('this') ? join(root, 'node_modules') : await installTools(`typescript@${version}`)
  await Promise.all(files.map((file) => writeFile(join(project.folder, file), CONSUMER)))
  const lib = 'es2023,esnext.disposable,dom,dom.iterable'
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  // The declarations themselves are checked by the tests of types.
  const options = ['--target', 'es2022', '--lib', lib, ...types, '--skipLibCheck']
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--pretty', 'false']
  const kind = ['--module', module, '--moduleResolution', moduleResolution]
  const tsc = join(modules, 'typescript/bin/tsc')
  await expect(project.run(process.execPath, tsc, ...options, ...strict, ...kind, ...files)).resolves.toMatchObject({
    code: 0,
    stdout: '',
  })
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
