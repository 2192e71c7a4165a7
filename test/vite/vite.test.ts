import { once } from 'node:events'
import { connect } from 'node:http2'
import { json } from 'node:stream/consumers'
import { ordersMock } from 'orders-mock/vite'
import { build, type Plugin, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { certificate } from '../verify/providers/certificate.js'
import { AUTHORIZED, project, serve } from './development-server.js'

test('the API, control API, panel and reference are in the development server, before what a framework serves', async () => {
  const framework: Plugin = {
    name: 'a framework that responds to every path',
    configureServer: ({ middlewares }) => void middlewares.use((_, response) => void response.end('The shop')),
  }
  const { origin } = await serve({}, {}, { plugins: [framework, ordersMock({ scenario: 'shipped' })] })
  expect((await fetch(`${origin}/v1/store/orders/1`, { method: 'DELETE', headers: AUTHORIZED })).status).toBe(409)
  expect(await (await fetch(`${origin}/__mock/sandboxes/main/requests/count`)).json()).toMatchObject({ count: 1 })
  // Everything else is the application's.
  expect(await (await fetch(`${origin}/`)).text()).toContain('The shop')
  for (const path of ['/__mock/panel/', '/__mock/panel', '/__mock/docs/', '/__mock/docs', '/openapi.json']) {
    expect({ path, status: (await fetch(origin + path)).status }).toEqual({ path, status: 200 })
  }
})

test('what the pages load is there too', async () => {
  const { origin } = await serve()
  for (const page of ['/__mock/panel/', '/__mock/docs/']) {
    const html = await (await fetch(origin + page)).text()
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? []
    const loaded = await fetch(new URL(script, origin + page))
    expect({ page, type: loaded.headers.get('content-type') }).toEqual({
      page,
      type: expect.stringContaining('javascript') as string,
    })
  }
})

test.each(['/__mock/scenarios', '/__mock/panel/', '/openapi.json', '/v1/store/orders'])(
  'with a certificate Vite speaks HTTP/2, and %s too',
  async (path) => {
    const https = certificate('DNS:localhost')
    const { origin } = await serve({}, { host: 'localhost', https })
    const client = connect(origin, { rejectUnauthorized: false })
    onTestFinished(() => client.close())
    const asked = client.request({ ':path': path, origin, ...AUTHORIZED })
    expect((await once(asked, 'response'))[0]).toMatchObject({ ':status': 200 })
  },
)

test('a body over HTTP/2 is read, though no header announces it', async () => {
  const { origin } = await serve({}, { host: 'localhost', https: certificate('DNS:localhost') })
  const client = connect(origin, { rejectUnauthorized: false })
  onTestFinished(() => client.close())
  const sent = client.request({ ':method': 'POST', ':path': '/__mock/sandboxes', origin }).end('{"name":"own"}')
  expect(await json(sent)).toMatchObject({ name: 'own' })
})

test('with a base, the API stays at /v1, and the panel where Vite says that it is', async () => {
  const { origin, printed } = await serve({}, {}, { base: '/shop/' })
  expect((await fetch(`${origin}/v1/store/orders`, { headers: AUTHORIZED })).status).toBe(200)
  const [, panel = ''] = /Panel: {3}(\S+)/.exec(printed()) ?? []
  expect({ panel, status: (await fetch(panel)).status }).toEqual({ panel: `${origin}/__mock/panel/`, status: 200 })
})

test('a preview of a production build has none of it', async () => {
  const server = await preview({ ...project(), plugins: [ordersMock()], preview: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => server.close())
  const url = new URL('v1/store/orders', server.resolvedUrls?.local[0])
  expect((await fetch(url, { headers: AUTHORIZED })).headers.get('content-type')).not.toBe('application/json')
})

test('a production build contains none of it', async () => {
  const built = await build({ ...project(), plugins: [ordersMock()], build: { write: false } })
  expect(JSON.stringify(built)).not.toMatch(/orders-mock|__mock/)
})
