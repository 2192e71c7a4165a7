import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PactDocument } from '../../src/core/index.js'
import { temporaryFolder } from '../temporary-file.js'
import { callApi, runCommand, serveHere, startServing } from './command.js'

const LIST = 'a request to list all orders with one that has every field'
const CANCEL = 'a request to cancel a pending order'

test('--record-pact writes what clients ask while they ask it, and is there even if the server is killed', async () => {
  const file = join(temporaryFolder(), 'pacts/storefront.json')
  await using server = await startServing(['--record-pact', file, '--consumer', 'storefront'])
  await server.printed(/Pact +\S+storefront\.json {2}recording the requests of storefront/)
  await callApi(server, 'GET /store/orders')
  await fetch(`${server.origin}/__mock/health`)
  await expect.poll(() => described(file)).toEqual([LIST])
  await callApi(server, 'DELETE /store/orders/1')
  await expect.poll(() => described(file)).toEqual([CANCEL, LIST])
  server.child.kill('SIGKILL')
  await server.ended
  expect(readPact(file)).toMatchObject({ consumer: { name: 'storefront' }, provider: { name: 'store-orders-service' } })
  expect(described(file)).toEqual([CANCEL, LIST])
})

test('a new recording takes the place of the last one, unless there was nothing to record', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  const args = ['--record-pact', file, '--consumer', 'storefront']
  await record(args, 'DELETE /store/orders/1')
  expect(described(file)).toEqual([CANCEL])
  await using idle = await serveHere(args)
  const stderr = `orders-mock: No requests were recorded, so ${file} was not written.\n`
  expect(await idle.end()).toMatchObject({ code: 0, stderr })
  expect(described(file)).toEqual([CANCEL])
  await record(args, 'GET /store/orders')
  expect(described(file)).toEqual([LIST])
})

test('the pact names the provider and sends the key that it is given, whatever keys the mock accepts', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  const args = ['--record-pact', file, '--consumer', 'storefront', '--key', 'secret']
  await record([...args, '--provider', 'orders', '--pact-key', 'a-key'], 'GET /store/orders', 'secret')
  expect(readPact(file)).toMatchObject({
    provider: { name: 'orders' },
    interactions: [{ request: { headers: { Authorization: ['Bearer a-key'] } } }],
  })
})

test('a file that is not a pact of the same two, a link, a folder and a device are rejected and left alone', async () => {
  const folder = temporaryFolder()
  const pact = join(folder, 'storefront.json')
  await record(['--record-pact', pact, '--consumer', 'storefront'], 'GET /store/orders')
  writeFileSync(join(folder, 'package.json'), '{}')
  symlinkSync(pact, join(folder, 'link.json'))
  mkdirSync(join(folder, 'folder'))
  const before = readdirSync(folder)
  for (const [file, consumer, reason] of [
    [join(folder, 'package.json'), 'storefront', 'The existing file is not a pact of "storefront" with'],
    [pact, 'backoffice', 'The existing file is not a pact of "backoffice" with'],
    [join(folder, 'link.json'), 'storefront', 'it is a symbolic link. Specify the target file instead.'],
    [join(folder, 'folder'), 'storefront', 'it is a folder.'],
    ['/dev/full', 'storefront', 'it is not a file.'],
  ] as const) {
    const { code, stderr } = await runCommand(['--port', '0', '--record-pact', file, '--consumer', consumer])
    expect(code).toBe(2)
    expect(stderr).toContain(`orders-mock: Cannot write the pact ${file}: ${reason}`)
  }
  expect(readdirSync(folder)).toEqual(before)
})

test('the second of two recorders of a file leaves it alone, and says so', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  const args = ['--record-pact', file, '--consumer', 'storefront']
  await using first = await serveHere(args)
  await using second = await serveHere(args)
  await callApi(first, 'GET /store/orders')
  await expect.poll(() => described(file)).toEqual([LIST])
  await callApi(second, 'DELETE /store/orders/1')
  const problem = 'another process has changed it. Restart, and use a separate file for each process.'
  await expect.poll(() => second.stderr()).toBe(`orders-mock: Cannot write the pact ${file}: ${problem}\n`)
  expect(described(file)).toEqual([LIST])
})

/** One recording of a server, from start to end. */
async function record(args: readonly string[], line: string, key?: string): Promise<void> {
  await using server = await serveHere(args)
  await callApi(server, line, key)
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' })
}

function described(file: string): string[] {
  return readPact(file).interactions.map(({ description }) => description)
}

function readPact(file: string): PactDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as PactDocument
}
