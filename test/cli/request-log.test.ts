import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { callApi, Output, serveHere } from './command.js'

test('a log that nobody reads is bounded, and says what it lacks once somebody does', async () => {
  const stdout = new Output()
  await using server = await serveHere(['--log', 'json'], {}, { stdout })
  stdout.cork()
  const socket = connect(server.port, '127.0.0.1').resume()
  socket.write(`GET /v1/${'a'.repeat(900)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2_000))
  socket.end('GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(stdout.writableLength).toBeLessThan(1_000_000)
  stdout.uncork()
  await callApi(server, 'GET /store/orders')
  await server.end()
  const [, ...events] = Array.from(stdout.text.matchAll(/.+/g), ([line]) => JSON.parse(line) as Logged)
  const unlogged = events.findIndex(({ event }) => event === 'unlogged')
  expect(events[unlogged]?.requests).toBe(2_001 - unlogged)
  expect(events.slice(unlogged + 1)).toMatchObject([{ event: 'request', path: '/store/orders' }])
})

test.each(['pretty', 'json'] as const)(
  'nothing that a client sends steers the terminal or a CI job: %s',
  async (format) => {
    await using server = await serveHere(['--log', format])
    const socket = connect(server.port, '127.0.0.1').resume()
    socket.end(
      'GET /v1/##[error]##teamcity[x] HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \u009b31m\r\n\r\n' +
        'DELETE /v1/store/orders/%1B%5B2J%0D%0A%C2%9B31m%E2%80%AE%7F HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer test-key\r\nConnection: close\r\n\r\n',
      'latin1',
    )
    await once(socket, 'close')
    const { stdout } = await server.end()
    expect(stdout).toMatch(/teamcity[^]*is not an int64/)
    expect(stdout.split('\n').filter((line) => /[\p{Control}\p{Format}]|##\w*\[/u.test(line))).toEqual([])
  },
)

test('the colour of a status says what became of a request', async () => {
  await using server = await serveHere([], {}, { colors: true })
  const { origin } = server
  const faults = '[{"operation":"getPet","kind":"status","times":1}]'
  for (const line of ['DELETE /store/orders/1', 'DELETE /store/orders/1']) await callApi(server, line)
  await fetch(`${origin}/__mock/sandboxes/main/faults`, { method: 'PUT', body: faults })
  for (const line of ['GET /pets/11', 'GET /pets/404']) await callApi(server, line)
  const { stdout } = await server.end()
  const [green, yellow, magenta] = [32, 33, 35]
  const shown = Array.from(stdout.matchAll(/ .\[(\d+)m(\d{3}).\[39m /g), ([, ...each]) => each.map(Number))
  expect(shown).toEqual([
    [green, 204],
    [yellow, 409],
    [magenta, 500],
    [yellow, 404],
  ])
})

interface Logged {
  readonly event: string
  readonly requests?: number
  readonly path?: string
}
