import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as ts from 'typescript'
import { expect, test } from 'vitest'
import { installTools } from '../npm-project.js'
import { type Stranger, root } from './stranger.js'

// The last that runs on Node 20 as it is.
const JEST_VERSION = 'jest@29.7.0'

const JEST = `
const { mkdtempSync, rmSync } = require('node:fs')
const { join } = require('node:path')
const { setupServer } = require('msw/node')
const { OrdersMock, ToolError } = require('orders-mock')
const { OrdersClient } = require('orders-mock/client')
const { createOrdersHandlers } = require('orders-mock/msw')
const { startServer } = require('orders-mock/server')
const { verifyProvider } = require('orders-mock/verify')

const baseUrl = 'https://api.example.com/v1'
const headers = { authorization: 'Bearer test-key' }

test('the engine answers, and throws the errors that it exports', async () => {
  const mock = new OrdersMock({ scenario: 'int64' })
  const response = await mock.fetch(baseUrl + '/store/orders', { headers })
  expect(await response.text()).toContain('9223372036854775807')
  expect(() => new OrdersMock({ scenario: 'shiped' })).toThrow(ToolError)
})

test('handlers of msw answer', async () => {
  const { handlers, mock } = createOrdersHandlers({ baseUrl, scenario: 'shipped' })
  const server = setupServer(...handlers)
  server.listen()
  const response = await fetch(baseUrl + '/store/orders/1', { method: 'DELETE', headers })
  server.close()
  expect(response.status).toBe(409)
  expect(mock.sandbox().requests.count()).toBe(1)
  expect(() => createOrdersHandlers({})).toThrow(ToolError)
})

test('a server answers its client, the control API and the verifier, and keeps its data', async () => {
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
const server: Promise<RunningServer> = startServer({ port: 0 })
const middleware = ordersMiddleware(mock)
const report: Promise<VerificationReport> = verifyProvider({ baseUrl: 'http://127.0.0.1:4010/v1' })
const { handlers } = createOrdersHandlers({ baseUrl: 'https://api.example.com/v1' })
export { ControlClient, handlers, id, middleware, OrdersClient, report, server }
`

/** The last that Jest can load under Node 20: later ones need packages that are ES modules alone. */
const MSW_VERSION = 'msw@2.11.2'

const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  strict: true,
  exactOptionalPropertyTypes: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
}

/** Other people's projects use the package without settings: with Jest, and in TypeScript of each kind. */
export function testProjects(stranger: () => Stranger): void {
  test('a Jest project that requires every entry passes its tests', async () => {
    const project = join(stranger().folder, 'jest')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{}')
    await writeFile(join(project, 'orders.test.js'), JEST)
    await stranger().install(MSW_VERSION)
    const jest = join(await installTools(JEST_VERSION), 'jest/bin/jest.js')
    const args = [jest, '--ci', '--testTimeout', '60000', '--rootDir', project]
    const { code, stderr } = await stranger().run(process.execPath, args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('3 passed, 3 total') })
  })

  for (const [moduleResolution, module, files] of [
    [ts.ModuleResolutionKind.Node16, ts.ModuleKind.Node16, ['consumer.mts', 'consumer.cts']],
    [ts.ModuleResolutionKind.Bundler, ts.ModuleKind.ESNext, ['consumer.mts']],
  ] as const) {
    const name = ts.ModuleResolutionKind[moduleResolution]
    test(`strict TypeScript of ${files.join(' and ')} has no errors with moduleResolution ${name}`, async () => {
      const paths = files.map((file) => join(stranger().folder, file))
      await Promise.all(paths.map((path) => writeFile(path, CONSUMER)))
      expect(errorsIn(ts.createProgram(paths, { ...STRICT, module, moduleResolution }))).toEqual([])
    })
  }

  test('the oldest TypeScript that the README names has no errors', async () => {
    const [, version = ''] = /TypeScript (5\.\d+)/.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
    // The types of handlers are those of msw.
    await stranger().install(MSW_VERSION, `typescript@${version}`)
    const path = join(stranger().folder, 'consumer.mts')
    await writeFile(path, CONSUMER)
    const installed = join(stranger().folder, 'node_modules/typescript/lib/typescript.js')
    const { default: oldest } = (await import(installed)) as { default: typeof ts }
    expect(oldest.versionMajorMinor).toBe(version)
    const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
    expect(errorsIn(oldest.createProgram([path], { ...STRICT, ...bundler }))).toEqual([])
  })

  test('publint reports nothing', async () => {
    const publint = join(await installTools('publint@0.3.25'), 'publint/src/cli.js')
    const args = [publint, 'run', stranger().tarball, '--strict']
    const { code, stdout } = await stranger().run(process.execPath, args)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/All good!/) })
  })

  test('attw resolves the types of every entry, in every way there is', async () => {
    const attw = join(await installTools('@arethetypeswrong/cli@0.18.5'), '.bin/attw')
    const looks = ['--format', 'ascii', '--no-color', '--no-emoji']
    // What only browsers load is an ES module alone.
    const others = ['./openapi.yaml', './report.schema.json', './msw/panel']
    const args = [stranger().tarball, ...looks, '--exclude-entrypoints', ...others]
    const { code, stdout } = await stranger().run(attw, args)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No problems found') })
  })
}

/** What is wrong in the program and in the types of this package: the other libraries are taken as they are. */
function errorsIn(program: ts.Program): string[] {
  const files = program.getSourceFiles().filter(({ fileName }) => !/\/node_modules\/(?!orders-mock\/)/.test(fileName))
  const errors = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return errors.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}
