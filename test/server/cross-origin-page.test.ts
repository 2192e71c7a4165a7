import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { missingChromium, test } from '../chromium.js'
import { listening } from '../listening.js'

test('a page of another origin that sends credentials reads the API, and not the control API', async ({
  browser,
  skip,
}) => {
  skip(missingChromium !== undefined, missingChromium)
  await using server = await startServer({ scenario: { faults: [{ kind: 'status', status: 503, orderId: 2 }] } })
  const page = await browser?.newPage()
  onTestFinished(() => page?.close())
  await page?.goto(await listening(createServer((_, response) => response.end('<title>shop</title>'))))
  const ask = (method: string, url: string) =>
    page?.evaluate(
      ([asked = '', address = '']) =>
        fetch(address, { method: asked, credentials: 'include', headers: { authorization: 'Bearer test-key' } }).then(
          (response) => response.status,
          () => 'unreadable',
        ),
      [method, url],
    )
  for (const [method, path, status] of [
    ['GET', '/store/orders', 200],
    ['DELETE', '/store/orders/1', 404],
    ['DELETE', '/store/orders/2', 503],
    ['GET', '/nowhere', 404],
    ['POST', '/store/orders', 405],
  ] as const)
    expect([method, path, await ask(method, server.baseUrl + path)]).toEqual([method, path, status])
  expect(await ask('GET', `${server.origin}/nowhere`)).toBe(404)
  expect(await ask('GET', `${server.origin}/__mock/scenarios`)).toBe('unreadable')
})
