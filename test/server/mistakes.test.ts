import { expect, test } from 'vitest'
import { startServer } from '../../src/server/index.js'

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
