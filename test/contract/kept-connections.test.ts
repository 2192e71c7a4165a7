import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ProviderResponse, Sender } from '../../src/contract/index.js'
import { listening } from '../listening.js'
import { listenOneAtATime } from '../verify/providers/one-at-a-time.js'

const ANSWER = (_: IncomingMessage, response: ServerResponse) => response.writeHead(404, { 'content-length': 0 }).end()

test('a server that serves one connection after the other gets a new one for each request, and answers everything', async () => {
  const { origin, close } = await listenOneAtATime(ANSWER)
  onTestFinished(close)
  const { connections, list, cancel, sender } = senderFor(origin)
  await connections.measure(() => sender.send(list))
  expect(connections.agent('http:')).toBe(false)
  const steps = [
    [list],
    [cancel],
    [list],
    [cancel, list, cancel],
    [list, list],
    Array.from({ length: 9 }, () => cancel),
  ]
  for (const step of steps) {
    const answers = await Promise.all(step.map((request) => sender.send(request, { isRace: step.length > 1 })))
    expect(answers.map(({ status }) => status)).toEqual(step.map(() => 404))
  }
})

test.each([
  ['a usual server keeps connections', 0, true],
  ['a server that is late on kept connections gets a new one for each request', 40, false],
])('%s', async (_, lateMs, isKept) => {
  stopTime()
  const used = new WeakSet<object>()
  const server = createServer((request, response) => {
    if (used.has(request.socket)) vi.advanceTimersByTime(lateMs)
    used.add(request.socket)
    ANSWER(request, response)
  })
  const { connections, list, sender } = senderFor(await listening(server))
  await connections.measure(() => sender.send(list))
  expect(connections.agent('http:') !== false).toBe(isKept)
})

test('a cancel that can only be refused goes out on a kept connection, others on one of their own', async () => {
  stopTime()
  const ports: (number | undefined)[] = []
  const server = createServer((request, response) => {
    ports.push(request.socket.remotePort)
    response.writeHead(204).end()
  })
  const { connections, list, cancel, sender } = senderFor(await listening(server))
  await connections.measure(() => sender.send(list))
  ports.length = 0
  for (const isFresh of [false, false, true, true]) await sender.send(cancel, { isFresh })
  expect(ports.map((port) => ports.indexOf(port))).toEqual([0, 0, 2, 3])
})

test('a connection that is used again while an earlier answer is still unpacked does not count against the new one', async () => {
  stopTime()
  // The second answer is longer, so that it is unpacked long after its connection is free again.
  const bodies = ['[]', JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id })))].map((body) =>
    gzipSync(body),
  )
  const server = createServer((request, response) => {
    const body = bodies[request.url?.endsWith('long') === true ? 1 : 0]
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body?.length }).end(body)
  })
  const { connections, list, sender } = senderFor(await listening(server))
  await connections.measure(() => sender.send(list))
  expect(connections.agent('http:')).not.toBe(false)
  const answers: ProviderResponse[] = []
  for (let round = 0; round < 20; round++) {
    answers.push(await sender.send(list))
    const long = sender.send({ ...list, url: `${list.url}/long` })
    for (let isUnpacked = false; !isUnpacked;) {
      answers.push(await sender.send(list))
      isUnpacked = await Promise.race([long.then(() => true), nextTurn(false)])
    }
    answers.push(await long)
  }
  expect(answers.filter(({ isFollowed }) => isFollowed)).toEqual([])
})

test('a connection for which the system had to ask again is noted', async () => {
  stopTime()
  const noteLate = vi.fn<() => void>()
  const { connections } = new Sender(1_000, undefined, noteLate)
  for (const [waitMs, times] of [
    [800, 0],
    [1_000, 1],
  ] as const) {
    const socket = Object.assign(new Socket(), { connecting: true })
    connections.watch(socket)
    await vi.advanceTimersByTimeAsync(waitMs)
    socket.emit('connect')
    expect(noteLate).toHaveBeenCalledTimes(times)
  }
})

/** From now on nothing is late but what waits for `vi.advanceTimersByTime`, however busy the machine is. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

function senderFor(origin: string) {
  const sender = new Sender(60_000)
  onTestFinished(() => sender.close())
  const list = { method: 'GET', path: '/store/orders', headers: {}, url: `${origin}/v1/store/orders` }
  const cancel = { method: 'DELETE', path: '/store/orders/7', headers: {}, url: `${origin}/v1/store/orders/7` }
  return { connections: sender.connections, list, cancel, sender }
}
