import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ProviderResponse, Sender } from '../../src/contract/index.js'
import { listening } from '../listening.js'
import { listenOneAtATime } from '../verify/providers/one-at-a-time.js'

const ANSWER = (_: IncomingMessage, response: ServerResponse) => response.writeHead(404, { 'content-length': 0 }).end()

test('a server that serves one connection after the other gets a new one for each request, and responds to all', async () => {
  const used = new Set<object>()
  const { origin, close } = await listenOneAtATime((request, response) => {
    used.add(request.socket)
    ANSWER(request, response)
  })
  onTestFinished(close)
  const { connections, list, cancel, sender } = senderFor(origin)
  await connections.measure(() => sender.send(list))
  used.clear()
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
  expect(used.size).toBe(steps.flat().length)
})

test.each([
  ['a usual server keeps connections', 0, 1],
  ['a server that is late on kept connections gets a new one for each request', 40, 3],
])('%s', async (_, lateMs, connectionsOfThree) => {
  stopTime()
  const used = new Set<object>()
  const server = createServer((request, response) => {
    if (used.has(request.socket)) vi.advanceTimersByTime(lateMs)
    used.add(request.socket)
    ANSWER(request, response)
  })
  const { connections, list, sender } = senderFor(await listening(server))
  await connections.measure(() => sender.send(list))
  used.clear()
  for (let count = 0; count < 3; count += 1) await sender.send(list)
  expect(used.size).toBe(connectionsOfThree)
})

test('a cancel request that can only be rejected goes out on a kept connection, others on a new one', async () => {
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

test('a connection that is used again while an earlier response is still unpacked does not count against the new one', async () => {
  stopTime()
  // The second answer is longer, so that it is unpacked long after its connection is free again.
  const bodies = ['[]', JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id })))].map((body) =>
    gzipSync(body),
  )
  const used = new Set<object>()
  const server = createServer((request, response) => {
    used.add(request.socket)
    const body = bodies[request.url?.endsWith('long') === true ? 1 : 0]
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body?.length }).end(body)
  })
  const { connections, list, sender } = senderFor(await listening(server))
  await connections.measure(() => sender.send(list))
  const answers: ProviderResponse[] = []
  for (let round = 0; round < 5; round++) {
    answers.push(await sender.send(list))
    const long = sender.send({ ...list, url: `${list.url}/long` })
    for (let isUnpacked = false; !isUnpacked;) {
      answers.push(await sender.send(list))
      isUnpacked = await Promise.race([long.then(() => true), nextTurn(false)])
    }
    answers.push(await long)
  }
  expect(used.size).toBeLessThan(answers.length / 2)
  expect(answers.filter(({ isFollowed }) => isFollowed)).toEqual([])
})

// Linux queues one connection more than it is asked to, and drops what tries to connect beyond that.
test.skipIf(process.platform !== 'linux')(
  'a connection for which the system had to ask again, as the queue of the server was full, is noted',
  async () => {
    const origin = await listening(createServer(ANSWER), { backlog: 1 })
    let late = 0
    const sender = new Sender(60_000, undefined, () => (late += 1))
    const request = { method: 'GET', path: '/v1', headers: {}, url: `${origin}/v1` }
    const answers = await Promise.all(Array.from({ length: 4 }, () => sender.send(request)))
    sender.close()
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(late).toBeGreaterThan(0)
  },
)

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
