import { chmodSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
  const { env, opened } = fakeOpener(`require('fs').writeFileSync(__dirname + '/opened', process.argv[2])`)
  await using serve = await startServing(['--open'], { ...env, ORDERS_MOCK_CONTROL_TOKEN: 's3cret' })
  await expect.poll(opened).toBe(`${serve.origin}/`)
})

test.runIf(isLinux)('a browser that cannot be opened costs a line, and the mock runs on', async () => {
  const { env } = fakeOpener('process.exit(3)')
  await using serve = await startServing(['--open'], env)
  const line = `orders-mock: Cannot open a browser (xdg-open failed). Go to ${serve.origin}/.\n`
  await expect.poll(() => serve.stderr()).toBe(line)
  expect((await fetch(`${serve.origin}/__mock/health`)).status).toBe(200)
})

/** Puts a program in the place of xdg-open; `opened` is what it has written to a file of this name. */
function fakeOpener(script: string) {
  const folder = temporaryFolder({ 'xdg-open': `#!${process.execPath}\n${script}\n` })
  chmodSync(join(folder, 'xdg-open'), 0o755)
  const opened = () => readFile(join(folder, 'opened'), 'utf8').catch(() => '')
  return { env: { PATH: `${folder}:${process.env['PATH']}` }, opened }
}
