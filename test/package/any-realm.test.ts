import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import type * as Client from '../../src/client/index.js'
import type * as Control from '../../src/control-client/index.js'
import type * as Core from '../../src/core/index.js'
import { ENTRIES } from './entries.js'

// A test in Jest's jsdom, a worker or an old browser lacks some globals: what is loaded there must not use any at once.
// Here no global is there but those of the language, and URL, with which a package of ours begins and which every such place
// has: no TextEncoder, fetch, Response, crypto, document or console.

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** Entries that are not for Node alone, by the names of their files. */
const FILES = {
  index: 'orders-mock',
  client: 'orders-mock/client',
  control: 'orders-mock/control',
  msw: 'orders-mock/msw',
  'msw-panel': 'orders-mock/msw/panel',
}

/** msw itself needs more; its own tests see to that. */
const MSW = { http: {}, HttpResponse: {}, getResponse: {} }

test.each(Object.entries(FILES))(
  'the modules %s load with no globals but those of the language and URL',
  async (file, entry) => {
    const forms = [await loadModule(file)]
    // The panel has no form for CommonJS.
    if (file !== 'msw-panel') forms.push(loadCommonJs(`${file}.cjs`))
    for (const form of forms) expect(Object.keys(form).toSorted()).toEqual(ENTRIES[entry]?.values)
  },
)

test('the engine responds to requests, and the client sends its own, with no other globals but performance', async () => {
  const { OrdersMock } = loadCommonJs('index.cjs', { performance }) as typeof Core
  const { OrdersClient } = loadCommonJs('client.cjs') as typeof Client
  const mock = new OrdersMock({
    scenario: { title: 'one', orders: [{ id: 1 }, { generate: { count: 1 } }], faults: [] },
  })
  const asked: [string, RequestInit][] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    asked.push([url, init])
    const { status, body } = mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
    return { ok: true, status, text: async () => body } as unknown as Response
  }
  const client = new OrdersClient({ baseUrl: 'http://any/v1', apiKey: 'test-key', ids: 'string', fetch })
  expect((await client.listOrders()).map(({ id }) => id)).toEqual(['1', '2'])
  const headers = { accept: 'application/json', authorization: 'Bearer test-key' }
  expect(asked).toEqual([['http://any/v1/store/orders', { method: 'GET', headers }]])
})

test.each(['client.cjs', 'control.cjs'])('without a fetch, what %s exports says what is missing', async (file) => {
  const { OrdersClient, ControlClient } = loadCommonJs(file) as Partial<typeof Client & typeof Control>
  const asking =
    OrdersClient === undefined
      ? ControlClient && new ControlClient('http://any').sandboxes()
      : new OrdersClient({ baseUrl: 'http://any/v1' }).listOrders()
  await expect(asking).rejects.toMatchObject({ message: 'globalThis.fetch is not a function' })
})

test('a module that uses a global when it is loaded does not load there', () => {
  expect(() => run('(function () { new TextEncoder() })', createRealm())).toThrow('TextEncoder is not defined')
})

/** Loads an ES module and all that it imports, also later, as one script. */
async function loadModule(file: string): Promise<object> {
  await using bundled = await rolldown({
    input: join(dist, 'esm', `${file}.js`),
    external: ['msw'],
    logLevel: 'silent',
  })
  const { output } = await bundled.generate({ format: 'cjs', codeSplitting: false, exports: 'named' })
  return run(wrapped(output[0].code), createRealm())
}

function loadCommonJs(file: string, globals: object = {}): object {
  const loaded = new Map<string, object>()
  const realm = createRealm(globals)
  const load = (name: string): object => {
    if (name === 'msw') return MSW
    const path = join(dist, 'cjs', name)
    const exported = loaded.get(path) ?? run(wrapped(readFileSync(path, 'utf8')), realm, load)
    loaded.set(path, exported)
    return exported
  }
  return load(file)
}

function createRealm(globals: object = {}): object {
  return createContext({ URL, ...globals })
}

function wrapped(code: string): string {
  return `(function (exports, require) { const module = { exports }; ${code}\nreturn module.exports })`
}

function run(code: string, realm: object, load: (name: string) => object = () => MSW): object {
  const script = runInContext(code, realm) as (...given: readonly unknown[]) => object
  return script({}, load)
}
