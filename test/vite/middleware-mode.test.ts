import { createServer as createHttpServer, get, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ordersMock, type OrdersMockPluginOptions } from 'orders-mock/vite'
import { createLogger, createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { stopListening } from '../../src/node/index.js'
import { AUTHORIZED, project } from './development-server.js'

const OWN = Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ internal }) => !internal))
/** This machine's address in a network; from there it comes as any other machine of that network. */
const network = OWN.find(({ family }) => family === 'IPv4')?.address ?? ''

test.for<[OutgoingHttpHeaders, number]>([
  [{}, 200],
  [{ 'x-forwarded-for': '127.0.0.1, ::ffff:127.0.0.1' }, 200],
  [{ forwarded: 'for="[::1]:4711";proto=https' }, 200],
  [{ 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, 401],
  [{ 'x-forwarded-for': ['203.0.113.9', '127.0.0.1'] }, 401],
  [{ 'x-real-ip': '203.0.113.9' }, 401],
  [{ forwarded: 'for=127.0.0.1, For=203.0.113.9;proto=https' }, 401],
  [{ host: 'evil.example' }, 401],
  [{ host: 'evil.example', authorization: 'the token' }, 200],
  [{ 'x-real-ip': '203.0.113.9', authorization: 'the token' }, 200],
  [{ origin: 'http://evil.example', authorization: 'the token' }, 403],
])('in an application that listens everywhere, this machine with %j gets %i', async ([headers, status]) => {
  const { ask, token } = await application()
  const sent = headers['authorization'] === undefined ? headers : { ...headers, authorization: `Bearer ${token}` }
  expect(await ask('127.0.0.1', sent)).toBe(status)
})

test.skipIf(network === '')('there, another machine needs the token, whatever host it names', async () => {
  const { ask, token } = await application()
  const authorization = `Bearer ${token}`
  const statuses = [
    await ask(network),
    await ask(network, { host: 'localhost' }),
    await ask(network, { authorization }),
  ]
  expect(statuses).toEqual([401, 401, 200])
  expect(await ask(network, AUTHORIZED, '/v1/store/orders')).toBe(200)
})

test('a token that was given is needed on this machine, too', async () => {
  const { ask } = await application({ controlToken: 'mine' })
  expect([await ask('127.0.0.1'), await ask('127.0.0.1', { authorization: 'Bearer mine' })]).toEqual([401, 200])
})

/** An application with Vite in it, and the mock in Vite. */
async function application(options: OrdersMockPluginOptions = {}) {
  let token: string | undefined
  const customLogger = createLogger('silent')
  customLogger.info = (line) => void (token = /control token is (\S+)/.exec(line)?.[1])
  const server = { middlewareMode: true, hmr: false, allowedHosts: true, watch: null } as const
  const vite = await createServer({
    ...project(),
    customLogger,
    appType: 'custom',
    server,
    plugins: [ordersMock(options)],
  })
  onTestFinished(() => vite.close())
  const http = createHttpServer(vite.middlewares)
  await new Promise<void>((resolve) => http.listen(0, resolve))
  onTestFinished(() => stopListening(http))
  const { port } = http.address() as AddressInfo
  const ask = (host: string, headers: OutgoingHttpHeaders = {}, path = '/__mock/sandboxes') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = get({ host, port, path, headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
    })
  return { ask, token }
}
