import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { PactDocument } from '../../src/core/index.js'
import { temporaryFolder } from '../server/persistence/temporary-folder.js'
import { runCommand, type Serving, startServing } from './command.js'

const LIST = 'a request to list all orders with one that has every field'
const CANCEL = 'a request to cancel a pending order'

test('--record-pact writes what clients asked when the server ends', async () => {
  const file = join(temporaryFolder(), 'pacts/storefront.json')
  await using server = await startServing(['--record-pact', file, '--consumer', 'storefront'])
  await server.printed(/Pact +\S+storefront\.json {2}what storefront asks from now on/)
  await ask(server, 'GET', '/store/orders')
  await ask(server, 'DELETE', '/store/orders/1')
  await fetch(`${server.origin}/__mock/health`)
  server.child.kill('SIGTERM')
  await expect(server.ended).resolves.toMatchObject({ code: 0, stderr: '' })
  expect(readPact(file)).toMatchObject({ consumer: { name: 'storefront' }, provider: { name: 'store-orders-service' } })
  expect(described(file)).toEqual([CANCEL, LIST])
})

test('the pact is there even if the server is killed', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  await using server = await startServing(['--record-pact', file, '--consumer', 'storefront'])
  await ask(server, 'GET', '/store/orders')
  await vi.waitFor(() => expect(described(file)).toEqual([LIST]))
  await ask(server, 'DELETE', '/store/orders/1')
  await vi.waitFor(() => expect(described(file)).toEqual([CANCEL, LIST]))
  server.child.kill('SIGKILL')
  await server.ended
  expect(described(file)).toEqual([CANCEL, LIST])
})

test('a new recording takes the place of the last one, unless there was nothing to record', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  writeFileSync(file, 'the last one')
  const args = ['--record-pact', file, '--consumer', 'storefront']
  await using idle = await startServing(args)
  idle.child.kill('SIGTERM')
  await expect(idle.ended).resolves.toMatchObject({
    code: 0,
    stderr: `orders-mock: There was nothing to record, so ${file} was not written.\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe('the last one')
  await using server = await startServing(args)
  await ask(server, 'GET', '/store/orders')
  server.child.kill('SIGINT')
  await server.ended
  expect(described(file)).toEqual([LIST])
})

test('a pact that cannot be written ends the server with exit code 2 and the reason', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  mkdirSync(file)
  await using server = await startServing(['--record-pact', file, '--consumer', 'storefront'])
  await ask(server, 'GET', '/store/orders')
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect({ code, reasons: new Set(stderr.trimEnd().split('\n')) }).toEqual({
    code: 2,
    reasons: new Set([`orders-mock: Cannot write the pact ${file}: it is a folder.`]),
  })
})

test.each([
  [['--record-pact', 'a.json'], 'Whose pact is a.json to be? Name the front end: --consumer <name>.'],
  [['--consumer', 'shop'], 'There is nothing to do for the consumer "shop". Name its pact: --record-pact <file>.'],
  [['--record-pact', 'package.json/a.json', '--consumer', 'shop'], 'Cannot write the pact package.json/a.json: '],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await runCommand(['--port', '0', ...args])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`orders-mock: ${message}`) })
  expect(existsSync('a.json')).toBe(false)
})

async function ask({ baseUrl }: Serving, method: string, path: string): Promise<void> {
  await fetch(baseUrl + path, { method, headers: { authorization: 'Bearer test-key' } })
}

function described(file: string): string[] {
  return readPact(file).interactions.map(({ description }) => description)
}

function readPact(file: string): PactDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as PactDocument
}
