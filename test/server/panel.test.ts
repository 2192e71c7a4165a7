import { readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../src/server/index.js'
import { controlledServer } from '../control/controlled-server.js'

const KILOBYTE = 1000

async function assetsOf(server: RunningServer, page: string): Promise<string[]> {
  const html = await (await fetch(server.origin + page)).text()
  return [...html.matchAll(/(?:src|href)="(\/__panel\/[^"]+)"/g)].map(([, path]) => path ?? '')
}

test('the first view weighs 45 kB at most, and everything together 95 kB', async () => {
  const folder = new URL('../../dist/panel/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
  const weigh = async (name: string): Promise<number> => gzipSync(await readFile(new URL(name, folder))).byteLength
  const weightOf = async (names: readonly string[]): Promise<number> =>
    (await Promise.all(names.map(weigh))).reduce((sum, weight) => sum + weight, 0)
  const first = (await assetsOf((await controlledServer()).server, '/')).map((path) => path.replace('/__panel/', ''))
  expect(files.length).toBeGreaterThan(4)
  await expect(weightOf(['index.html', ...first])).resolves.toBeLessThan(45 * KILOBYTE)
  await expect(weightOf(files)).resolves.toBeLessThan(95 * KILOBYTE)
})

test.each(['/', '/docs'])('%s is a page of its own scripts alone, in no frame, with files to keep', async (path) => {
  const { server } = await controlledServer()
  const { status: ok, headers: own } = await fetch(server.origin + path)
  expect(ok).toBe(200)
  expect(Object.fromEntries(own)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  // Every published file has the same date, so a browser that asked for changes would keep the page of an old version.
  expect([own.get('last-modified'), own.get('etag')]).toEqual([null, null])
  const paths = await assetsOf(server, path)
  const kinds = new Set(paths.map((each) => each.split('.').at(-1)))
  expect(kinds).toEqual(new Set(['css', 'js']))
  for (const each of paths) {
    const { status, headers } = await fetch(server.origin + each)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
})

test('without the panel there is neither page, and no sandbox has a link', async () => {
  const assets = await assetsOf((await controlledServer()).server, '/')
  const { server, control } = await controlledServer({ panel: false })
  expect(server.panelUrl).toBeUndefined()
  const paths = ['/', '/docs', ...assets]
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(server.origin + path)).status))
  expect(statuses).toEqual([404, 404, 404, 404])
  expect((await control('GET /sandboxes/main')).body).not.toHaveProperty('panelUrl')
})

test('the address of the panel carries the control token if one is set; no link of a sandbox does', async () => {
  await using open = await startServer()
  const { server, control } = await controlledServer({ controlToken: 'a b' })
  expect([open.panelUrl, server.panelUrl]).toEqual([`${open.origin}/`, `${server.origin}/#token=a%20b`])
  const ask = async (line: string) => (await control(line, undefined, { authorization: 'Bearer a b' })).body
  await ask('GET /sandboxes/shipped~w3/orders')
  const link = { panelUrl: `${server.origin}/?sandbox=shipped~w3` }
  expect(await ask('GET /sandboxes/shipped~w3')).toMatchObject(link)
  expect(await ask('POST /sandboxes/shipped~w3/reset')).toMatchObject(link)
  expect(await ask('GET /sandboxes')).toMatchObject({ sandboxes: [{ panelUrl: `${server.origin}/` }, link] })
})
