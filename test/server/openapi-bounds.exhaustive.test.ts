import { setTimeout as pause } from 'node:timers/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startServer } from 'orders-mock/server'
import { startServing } from '../cli/command.js'
import { temporaryFile } from '../temporary-file.js'

const jsonResponse = (schema: object) => ({
  responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
})
const get = (schema: object) => ({ get: jsonResponse(schema) })
/** Source of a function that would be called when the response is written as JSON. */
const CODE = { 'name.firstName.constructor.x': ['process.exit(7)'] }
const fake = (name: string, path: unknown) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string', 'x-faker': path } },
})

const HOSTILE = {
  openapi: '3.0.0',
  paths: {
    '/calm': get({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }),
    '/items': get({ type: 'array', minItems: 1e8, items: { type: 'string' } }),
    '/long': get({ type: 'string', minLength: 1e9 }),
    '/cycle': get({ $ref: '#/components/schemas/Cycle' }),
    '/itself': get({ $ref: '#/components/schemas/Itself' }),
    '/code': get(fake('toJSON', CODE)),
    '/mail': get(fake('mail', 'internet.email')),
    '/slow': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '^(a+)+$' } }],
        ...jsonResponse({ type: 'string', example: 'fine' }),
      },
    },
  },
  components: {
    schemas: {
      Cycle: {
        type: 'object',
        required: ['one', 'other'],
        properties: { one: { $ref: '#/components/schemas/Cycle' }, other: { $ref: '#/components/schemas/Cycle' } },
      },
      Itself: { allOf: [{ $ref: '#/components/schemas/Itself' }] },
    },
  },
}

const folder = mkdtempSync(join(tmpdir(), 'orders-mock-bounds-'))
const file = join(folder, 'hostile.json')
writeFileSync(file, JSON.stringify(HOSTILE))
const server = await startServer({ openapi: file })

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const KEY = { authorization: 'Bearer test-key' }
const DYNAMIC = { ...KEY, prefer: 'dynamic=true' }

async function call(path: string, headers: Record<string, string> = DYNAMIC) {
  const response = await fetch(server.baseUrl + path, { headers })
  return { status: response.status, body: await response.json() }
}

test.each(['/items', '/long', `/slow?q=${'a'.repeat(40)}!`])(
  'a response for %s ends as a 500 that says why, the API responds all the while, and other operations right after',
  async (path) => {
    const made = call(path)
    let answers = 0
    while ((await Promise.race([made, pause(20)])) === undefined) {
      expect((await call('/store/orders', KEY)).status).toBe(200)
      answers++
    }
    // A server that is busy with the response would give one answer, after it.
    expect(answers).toBeGreaterThan(2)
    const reason = /^No response can be made: Prism takes more than 5 s or 1024 MB\./
    const message = expect.stringMatching(reason) as string
    expect(await made).toEqual({ status: 500, body: { code: 'response_not_mocked', status: 500, message } })
    expect(await call('/calm')).toMatchObject({ status: 200, body: { a: expect.any(Number) as number } })
  },
)

test('schemas that contain themselves are generated to some depth', async () => {
  expect(await call('/cycle')).toMatchObject({ status: 200, body: { one: { one: {} } } })
  expect([200, 500]).toContain((await call('/itself')).status)
})

test('the generator of fake data runs its own functions, and no code of a description', async () => {
  const [code, mail] = [expect.not.stringContaining('process.exit') as string, expect.stringContaining('@') as string]
  expect(await call('/code')).toMatchObject({ status: 200, body: { toJSON: code } })
  expect(await call('/mail')).toMatchObject({ status: 200, body: { mail } })
})

const OTHERS = ['items', 'long', 'cycle', 'itself', 'code', 'mail', 'slow'].map((name) => `GET /${name}`)

test('SIGTERM ends the command while a response is being generated', async () => {
  await using other = await startServing(['--log', 'json'], { ORDERS_MOCK_OPENAPI: file })
  expect(JSON.parse(other.stdout())).toMatchObject({ event: 'listening', extraOperations: ['GET /calm', ...OTHERS] })
  const lost = fetch(`${other.baseUrl}/items`, { headers: DYNAMIC }).catch(() => 'lost')
  await pause(500)
  other.child.kill('SIGTERM')
  await expect(other.ended).resolves.toMatchObject({ code: 0 })
  // It did not wait for the 500 that comes once the time for the response is up.
  await expect(lost).resolves.toBe('lost')
})

test.each([
  ['an example of 50 MB', `x-example: ${'x'.repeat(50e6)}`, 'it is larger than 32 MiB.'],
  ['very many values', `x-list: [${'1,'.repeat(2_700_000)}]`, 'it has more than 8000000 tokens. Shorten it.'],
])('a description with %s is refused in one sentence', async (_, text, reason) => {
  const openapi = temporaryFile('large.yaml', text)
  const message = `Cannot read the description ${openapi}: ${reason}`
  await expect(startServer({ openapi })).rejects.toMatchObject({ name: 'ToolError', message })
})

test('a description with 3,000 operations starts, and each can be called', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`/path-${index}`, get({ type: 'integer', example: index })]),
  )
  const openapi = temporaryFile('many.json', JSON.stringify({ openapi: '3.0.0', paths }))
  await using many = await startServer({ openapi })
  expect(many.extraOperations?.operationIds).toHaveLength(3_000)
  const response = await fetch(`${many.baseUrl}/path-2999`, { headers: KEY })
  await expect(response.json()).resolves.toBe(2999)
})
