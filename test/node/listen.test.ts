import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen, stopListening } from '../../src/node/index.js'

test('a server on all addresses is reached on this machine', async () => {
  const server = createServer()
  expect(await listen(server, { host: '0.0.0.0', port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await stopListening(server)
})

test.each(['203.0.113.9', 'a..b'])('a server cannot listen on %s', async (host) => {
  const message = `This machine has no address "${host}". Use --host 127.0.0.1, or 0.0.0.0 for all of its addresses.`
  await expect(listen(createServer(), { host, port: 0 })).rejects.toMatchObject({ message, exitCode: 2 })
})
