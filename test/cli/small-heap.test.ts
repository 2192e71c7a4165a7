import { expect, test } from 'vitest'
import { callApi, startServing } from './command.js'

test('one string of 15 MB in a request does not use up a small heap', async () => {
  await using serving = await startServing([], { NODE_OPTIONS: '--max-old-space-size=160' })
  const body = `{"name":"${'x'.repeat(15_000_000)}"}`
  const { status } = await fetch(`${serving.origin}/__mock/sandboxes`, { method: 'POST', body })
  expect(status).toBe(400)
  expect((await callApi(serving, 'GET /store/orders')).status).toBe(200)
})
