import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startServer } from '../../src/server/index.js'

const FINISHED = 'http.server.response.finish'

// Other prototypes, such as those of an Express application, would cost every request a tenth more time.
test('requests and responses stay those of Node, whoever handles them', async () => {
  await using server = await startServer()
  const prototypes: unknown[] = []
  const note = (message: unknown): void => {
    const { request, response } = message as { request: unknown; response: unknown }
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
  }
  subscribe(FINISHED, note)
  const paths = ['/v1/store/orders', '/__mock/sandboxes', '/__mock/nothing', '/openapi.json', '/', '/nothing']
  for (const path of paths) await fetch(server.origin + path)
  unsubscribe(FINISHED, note)
  expect(prototypes).toEqual(paths.flatMap(() => [IncomingMessage.prototype, ServerResponse.prototype]))
})
