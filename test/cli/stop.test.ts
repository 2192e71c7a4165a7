import { EventEmitter, once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopOnSignals } from '../../src/cli/index.js'
import { callApi, startServing } from './command.js'

test('SIGINT ends it with exit code 0, whatever its connections do, and the last requests are in the log', async () => {
  await using server = await startServing(['--latency', '60000', '--log', 'json'])
  const agent = new Agent({ keepAlive: true })
  await new Promise((resolve) => {
    request(`${server.origin}/__mock/health`, { agent }, (response) => response.resume().on('end', resolve)).end()
  })
  const lines = ['GET /store/orders', 'DELETE /store/orders/1', 'GET /last']
  const lost = lines.map((line) => callApi(server, line).catch(() => 'lost'))
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nX-Half: ')
  // A request that came later has been answered: the half one has arrived.
  await fetch(`${server.origin}/__mock/health`)
  server.child.kill('SIGINT')
  const stdout = expect.stringContaining('"path":"/last"') as string
  await expect(server.ended).resolves.toEqual({ code: 0, stdout, stderr: '' })
  expect(await Promise.all(lost)).toEqual(['lost', 'lost', 'lost'])
  agent.destroy()
  socket.destroy()
})

test('SIGTERM ends it although nobody reads what it prints', async () => {
  await using server = await startServing(['--log', 'json'])
  server.child.stdout?.pause()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`GET /v1/${'a'.repeat(2000)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(400))
  socket.end('GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await once(socket.resume(), 'close')
  server.child.kill('SIGTERM')
  expect(await once(server.child, 'exit')).toEqual([0, null])
  server.child.stdout?.resume()
})

test('a crash stops it in the same way, is told, and ends with 1', async () => {
  const crash = `process.on('SIGUSR2', () => { throw new Error('boom') })`
  const options = `--import=data:text/javascript,${encodeURIComponent(crash)}`
  await using server = await startServing(['--log', 'json'], { NODE_OPTIONS: options })
  server.child.kill('SIGUSR2')
  const stderr = expect.stringMatching(/^orders-mock: Something crashed\.\nError: boom\n/) as string
  await expect(server.ended).resolves.toMatchObject({ code: 1, stderr })
})

// `timeout` signals the process and then its whole group; npm passes on the signal that Ctrl+C has sent to all.
test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'SIGTERM'],
])('%s and at once %s are one request to stop', (first, second) => {
  const { process, exit, stop } = signalled()
  process.emit(first)
  vi.advanceTimersByTime(100)
  process.emit(second)
  expect({ reason: stop.signal.reason as string, exits: exit.mock.calls }).toEqual({ reason: first, exits: [] })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s some time after the first signal ends the process with %i', (signal, code) => {
  const { process, exit } = signalled()
  process.emit('SIGINT')
  vi.advanceTimersByTime(501)
  process.emit(signal)
  expect(exit.mock.calls).toEqual([[code]])
})

function signalled() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const exit = vi.fn<(code: number) => void>()
  const process = Object.assign(new EventEmitter(), { exit })
  const stop = new AbortController()
  stopOnSignals(process, stop)
  return { process, exit, stop }
}
