import { createServer, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { ordersMiddleware } from '../../src/server/index.js'

test('a connection that knows no reset, such as a Unix socket, is closed without an answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-'))
  const socketPath = join(folder, 'socket')
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
  await rm(folder, { recursive: true })
})
