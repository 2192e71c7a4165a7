import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { entry } from '../traffic/entries.js'
import { callApi, runCommand, serveHere } from './command.js'

const fileWith = (text: string, name = 'freedoms.yaml'): string => temporaryFile(name, text)

test('--freedoms takes a seed or a file of choices, and so does its variable', async () => {
  const file = fileWith('cancelled-orders: gone\nbad-order-id: 422 # seen: 422 (3)\n')
  for (const [args, env] of [
    [['--freedoms', file], {}],
    [[], { ORDERS_MOCK_FREEDOMS: file }],
  ] as const) {
    await using server = await serveHere([...args], env)
    expect((await callApi(server, 'DELETE /store/orders/1x')).status).toBe(422)
    expect((await callApi(server, 'DELETE /store/orders/1x', 'test-key~shipped')).status).toBe(422)
    expect(await (await callApi(server, 'GET /store/orders')).text()).not.toContain('"id":3,')
  }
  await using drawn = await serveHere(['--freedoms', '0'])
  const read: unknown = await (await fetch(`${drawn.origin}/__mock/sandboxes/main/freedoms`)).json()
  const choices = { 'second-cancel': '409', 'member-order': 'shuffled', 'bad-order-id': '422' }
  expect(read).toMatchObject({ seed: 0, choices })
})

test.each([
  [
    'an unknown freedom',
    'a: 1\ncancelled-order: gone\n',
    /:2:\d+ cancelled-order: unknown field\. Did you mean cancelled-orders\? Known/,
  ],
  [
    'an unknown choice',
    'conflict-body: txt\n',
    /:1:16 conflict-body: must be one of error, none, text, not "txt"\. Did you mean text\?/,
  ],
  ['what is no choice of a status', 'bad-order-id: 403\n', /:1:15 bad-order-id: must be one of 404, 400, 422, not 403/],
  ['a list', '- gone\n', /:1:1 \(top\): must be an object, not \["gone"\]/],
])('--freedoms rejects a file with %s, with its place, and exit code 2', async (_, text, message) => {
  const { code, stderr } = await runCommand(['serve', '--port', '0', '--freedoms', fileWith(text)])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

// Each freedom is learned in contract/habits.test.ts.
test('audit --learn writes the choices of a provider, and how often each was seen, for a mock to serve', async () => {
  const method = 'DELETE'
  const bad = (status: number, from: number) => {
    return entry({ path: '/store/orders/1x', method, status, body: { code: 'x', message: 'No.', status: 400 }, from })
  }
  const conflict = entry({ path: '/store/orders/2', method, status: 409, body: 'Too late', from: 0 })
  const entries = [conflict, bad(400, 1), bad(418, 2), bad(400, 3)]
  const [har, file] = [fileWith(JSON.stringify({ log: { entries } }), 'traffic.har'), join(temporaryFolder(), 'l.yaml')]
  expect(await runCommand(['audit', har, '--learn', file, '--report', 'pretty'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toContain('bad-order-id: 400 # 400 (2), 418 (1)\n')
  await using server = await serveHere(['--freedoms', file])
  expect((await callApi(server, 'DELETE /store/orders/2')).headers.get('content-type')).toMatch(/^text\/plain/)
})
