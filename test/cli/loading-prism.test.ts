import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServing } from './command.js'

const ROOT = new URL('../..', import.meta.url)
const PRISM = createRequire(import.meta.url)
  .resolve('@stoplight/prism-http/package.json')
  .replace(/package\.json$/, '')
const TOYS =
  '{"openapi":"3.0.3","info":{},"paths":{"/toys":{"get":{"operationId":"listToys","responses":{"2XX":{"description":""}}}}}}'
const HEADERS = { authorization: 'Bearer test-key' }

/** A folder that holds the package, and all that is installed but Prism. */
let copy = ''
let main = ''
let openapi = ''

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'orders-mock-prism-'))
  main = join(copy, 'dist/bin/main.js')
  openapi = join(copy, 'toys.json')
  await writeFile(openapi, TOYS)
  for (const part of ['dist', 'contracts', 'package.json'])
    await cp(new URL(part, ROOT), join(copy, part), { recursive: true })
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(new URL('node_modules', ROOT))) {
    if (name !== '@stoplight' && !name.startsWith('.'))
      await symlink(new URL(`node_modules/${name}`, ROOT), join(copy, 'node_modules', name))
  }
})

afterEach(() => rm(join(copy, 'node_modules/@stoplight'), { recursive: true, force: true }))

afterAll(() => rm(copy, { recursive: true }))

/** Installs a Prism that runs this before anything else, and then is the real one. */
async function installPrism(first: string): Promise<void> {
  const prism = join(copy, 'node_modules/@stoplight/prism-http')
  await mkdir(prism, { recursive: true })
  await writeFile(join(prism, 'package.json'), '{"name":"@stoplight/prism-http","main":"dist/index.js"}')
  for (const module of ['index.js', 'utils/operations.js', 'validator/index.js', 'mocker/index.js']) {
    const real = JSON.stringify(join(PRISM, 'dist', module))
    await mkdir(join(prism, 'dist', module, '..'), { recursive: true })
    // The second line is what Node reads the names of exports from.
    await writeFile(join(prism, 'dist', module), `${first}\nmodule.exports = require(${real})\n`)
  }
}

/** A Prism that takes as long to load as a file is not there. */
async function installSlowPrism(): Promise<() => Promise<void>> {
  const gate = join(copy, 'node_modules/@stoplight/gate')
  await installPrism(
    `while (!require('fs').existsSync(${JSON.stringify(gate)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)`,
  )
  return () => writeFile(gate, '')
}

test('--openapi without Prism ends with 2 and says what to install', () => {
  const ended = spawnSync(process.execPath, [main, '--port', '0', '--openapi', openapi], { encoding: 'utf8' })
  expect(ended).toMatchObject({
    status: 2,
    stdout: '',
    stderr:
      'orders-mock: Mocking the operations of a description needs what is not installed. Install it: npm install --save-dev @stoplight/prism-http\n',
  })
})

test('the server listens and serves while Prism loads, and what needs Prism is answered once it is loaded', async () => {
  const finishLoading = await installSlowPrism()
  await using server = await startServing(['--openapi', openapi], {}, main)
  await server.printed(/Ctrl\+C/)
  expect(server.stdout()).toContain(`1 operation of ${openapi}, mocked by Prism`)
  const toys = fetch(`${server.baseUrl}/toys`, { headers: HEADERS })
  expect((await fetch(`${server.baseUrl}/store/orders`, { headers: HEADERS })).status).toBe(200)
  expect((await fetch(`${server.baseUrl}/toys`, { method: 'PUT', headers: HEADERS })).status).toBe(405)
  expect((await fetch(`${server.origin}/__mock/health`)).status).toBe(200)
  await finishLoading()
  expect((await toys).status).toBe(200)
  expect(server.stderr()).toBe('')
})

test('a server that is told to stop does not wait for Prism to load', async () => {
  await installSlowPrism()
  await using server = await startServing(['--openapi', openapi], {}, main)
  server.child.kill('SIGTERM')
  await expect(server.ended).resolves.toMatchObject({ code: 0, stderr: '' })
})

test('a Prism that cannot be loaded is told of once, costs its operations a 500, and nothing else', async () => {
  await installPrism("throw new Error('There is a part missing.')")
  await using server = await startServing(['--openapi', openapi], {}, main)
  for (let times = 0; times < 2; times += 1) {
    const response = await fetch(`${server.baseUrl}/toys`, { headers: HEADERS })
    await expect(response.json()).resolves.toEqual({
      code: 'response_not_mocked',
      message: 'No response can be made of the description: There is a part missing.',
      status: 500,
    })
  }
  expect((await fetch(`${server.baseUrl}/store/orders`, { headers: HEADERS })).status).toBe(200)
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `orders-mock: Cannot use ${openapi}: There is a part missing. Its operations answer with 500; everything else is served.\n`,
  })
})
