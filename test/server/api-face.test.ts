import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'
import { temporaryFolder } from './persistence/temporary-folder.js'

test('a connection that knows no reset, such as a Unix socket, is closed without an answer', async () => {
  const socketPath = join(temporaryFolder(), 'socket')
  const mock = new OrdersMock({ scenario: { faults: [{ kind: 'reset' }] } })
  const server = createServer((message, response) => ordersMiddleware(mock)(message, response, () => response.end()))
  await new Promise<void>((resolve) => {
    server.listen(socketPath, resolve)
  })
  const outcome = await new Promise((resolve) => {
    const headers = { authorization: 'Bearer test-key' }
    request({ socketPath, path: '/store/orders', headers }, (response) => resolve(response.statusCode))
      .on('error', (error) => resolve(error.message))
      .end()
  })
  expect(outcome).toBe('socket hang up')
  server.close()
})

test('a mistake while a request is answered costs that answer, not the server', async () => {
  let isBroken = true
  const inspect = (): string[] => {
    if (isBroken) throw new TypeError('no such thing')
    return []
  }
  await using server = await startServer({ inspect })
  const list = (): Promise<Response> =>
    fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${server.apiKey}` } })
  const broken = await list()
  expect({ status: broken.status, body: await broken.json() }).toEqual({
    status: 500,
    body: { code: 'internal_error', message: 'The mock failed: no such thing. Please report it.', status: 500 },
  })
  isBroken = false
  expect((await list()).status).toBe(200)
})
