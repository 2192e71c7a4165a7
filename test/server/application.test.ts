import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/index.js'
import { controlledServer } from '../control/controlled-server.js'
import { exchange } from '../exchange.js'

test('a target that cannot be parsed is not found, and the requests around it get responses', async () => {
  await using server = await startServer()
  const targets = ['/docs', '/docs/', '/DOCS', 'foo://x', '/nothing', 'http://[/__mock/health']
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n`)
  const answers = await exchange(server.origin, `${requests.join('\r\n')}Connection: close\r\n\r\n`)
  const statuses = [...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '404', '404', '404', '404', '404'])
  expect(answers).toContain('Path not found: foo://x.')
})

test('the description names the mock first among its servers, as the client reaches it', async () => {
  await using server = await startServer()
  const { host } = new URL(server.origin)
  for (const name of [host, host.replace('127.0.0.1', 'localhost')]) {
    const json = await (await fetch(`http://${name}/openapi.json`)).text()
    const yaml = await (await fetch(`http://${name}/openapi.yaml`)).text()
    const own = { url: `http://${name}/v1`, description: 'This mock' }
    expect([JSON.parse(json), parse(yaml)]).toMatchObject([{ servers: [own, {}, {}] }, { servers: [own, {}, {}] }])
    expect(json).toMatch(/\n$/)
  }
  // A Host header that is not a host does not get there.
  const request = 'GET /openapi.yaml HTTP/1.1\r\nHost: x"\\u003cscript>\r\nConnection: close\r\n\r\n'
  expect(await exchange(server.origin, request)).toContain('servers:\n  - url: /v1\n')
})

test('a request whose body breaks off is not carried out as if it had none', async () => {
  const { control, server } = await controlledServer({ scenario: 'pending' })
  const before = await control('GET /sandboxes/main/orders')
  const head = 'HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n'
  const refusal = /^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\nConnection: close\r\n[^]*\{"code":"malformed_request",/
  for (const line of ['PUT /__mock/sandboxes/main/orders/1', 'POST /__mock/sandboxes/main/orders']) {
    expect(await exchange(server.origin, `${line} ${head}`)).toMatch(refusal)
    expect((await control('GET /sandboxes/main/orders')).body).toEqual(before.body)
  }
})
