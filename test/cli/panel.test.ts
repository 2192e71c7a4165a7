import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listening } from '../listening.js'
import { temporaryFolder } from '../temporary-file.js'
import { serveHere, startServing } from './command.js'

test.each([
  ['--no-panel', ['--no-panel'], {}],
  ['ORDERS_MOCK_PANEL=false', [], { ORDERS_MOCK_PANEL: 'false' }],
])('%s leaves the panel out', async (_, args, env) => {
  await using server = await serveHere(args, env)
  await server.printed(/Ctrl\+C/)
  expect(server.stdout()).not.toMatch(/Panel|Reference/)
  expect((await fetch(server.origin)).status).toBe(404)
})

// Only Linux lets a test put an opener of its own in place.
const isLinux = process.platform === 'linux'

test.runIf(isLinux)('--open opens the panel with the opener of the system, without the token', async () => {
  const { env, opened } = await fakeOpener(TELL)
  await using serve = await startServing(['--open'], { ...env, ORDERS_MOCK_CONTROL_TOKEN: 's3cret' })
  expect(await opened).toBe(`${serve.origin}/`)
})

test.runIf(isLinux)('a browser that cannot be opened costs a line, and the mock runs on', async () => {
  const { env } = await fakeOpener('process.exit(3)')
  await using serve = await startServing(['--open'], env)
  const line = `orders-mock: Cannot open a browser (xdg-open failed). Go to ${serve.origin}/.\n`
  await expect.poll(() => serve.stderr()).toBe(line)
  expect((await fetch(`${serve.origin}/__mock/health`)).status).toBe(200)
})

const TELL = `fetch(process.env.TOLD_TO + '?' + encodeURIComponent(process.argv[2]))`

/** Puts a program in the place of xdg-open, with a server that it can tell what it was given. */
async function fakeOpener(script: string) {
  const folder = temporaryFolder()
  const path = join(folder, 'xdg-open')
  await writeFile(path, `#!${process.execPath}\n${script}\n`)
  await chmod(path, 0o755)
  const listener = createServer((_, response) => response.end())
  const asked = once(listener, 'request') as Promise<[IncomingMessage]>
  const opened = asked.then(([{ url = '' }]) => decodeURIComponent(url.slice(2)))
  const env = { PATH: `${folder}:${process.env['PATH']}`, TOLD_TO: `${await listening(listener)}/` }
  return { env, opened }
}
