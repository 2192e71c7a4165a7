import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KeptConnections, type ProviderResponse, Sender } from '../../src/contract/index.js'
import { listening } from '../listening.js'
import { oneAtATime } from '../verify/providers/one-at-a-time.js'

const ANSWER = (_: IncomingMessage, response: ServerResponse): unknown =>
  response.writeHead(404, { 'content-length': 0 }).end()

test('a server that serves one connection after the other gets a new one for each request, and responds to all', async () => {
  const { used, list, cancel, sender } = await measured(ANSWER, oneAtATime)
  const nine = Array.from({ length: 9 }, () => cancel)
  const steps = [[list], [cancel], [list], [cancel, list, cancel], [list, list], nine]
  for (const step of steps) {
    const answers = await Promise.all(step.map((request) => sender.send(request, { isRace: step.length > 1 })))
    expect(answers.map(({ status }) => status)).toEqual(step.map(() => 404))
  }
  expect(new Set(used).size).toBe(steps.flat().length)
})

test.each([
  ['a usual server keeps connections', 0, 0, 1],
  ['a server that is late on each connection keeps connections', 40, 40, 1],
  ['a server that is late on kept connections gets a new one for each request', 40, 0, 3],
])('%s', async (_, lateMs, lateOnNewMs, connectionsOfThree) => {
  stopTime()
  const known = new Set<Socket>()
  const { used, list, sender } = await measured((request, response) => {
    vi.advanceTimersByTime(known.has(request.socket) ? lateMs : lateOnNewMs)
    known.add(request.socket)
    ANSWER(request, response)
  })
  for (let count = 0; count < 3; count += 1) await sender.send(list)
  expect(new Set(used).size).toBe(connectionsOfThree)
  // Connections that are not used again keep no worker of the server.
  expect([...known][0]?.destroyed).toBe(connectionsOfThree > 1)
})

test('a cancel request that can only be rejected goes out on a kept connection, others on a new one', async () => {
  stopTime()
  const { used, cancel, sender } = await measured((_, response) => response.writeHead(204).end())
  for (const isFresh of [false, false, true, true]) await sender.send(cancel, { isFresh })
  expect(used.map((socket) => used.indexOf(socket))).toEqual([0, 0, 2, 3])
})

test('a connection that is used again while an earlier response is still unpacked does not count against the new one', async () => {
  stopTime()
  // The longer response is unpacked long after its connection is free again.
  const short = gzipSync('[]')
  const long = gzipSync(JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id }))))
  const { used, list, sender } = await measured(({ url }, response) => {
    const body = url?.endsWith('long') === true ? long : short
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
  })
  const answers: ProviderResponse[] = []
  for (let round = 0; round < 5; round++) {
    answers.push(await sender.send(list))
    const longer = sender.send({ ...list, url: `${list.url}/long` })
    for (let isUnpacked = false; !isUnpacked;) {
      answers.push(await sender.send(list))
      isUnpacked = await Promise.race([longer.then(() => true), nextTurn(false)])
    }
    answers.push(await longer)
  }
  expect(new Set(used).size).toBeLessThan(answers.length / 2)
  expect(answers.filter(({ isFollowed }) => isFollowed)).toEqual([])
})

// As HAProxy and others do, with 408 (RFC 9110, section 15.5.9).
test.each<[how: string, close: typeof ANSWER]>([
  ['closed', ({ socket }) => socket.resetAndDestroy()],
  ['closed with 408', (_, response) => response.writeHead(408, { connection: 'close' }).end()],
])(
  'kept connections that were all %s in the meantime are no violation: the second try has a new one',
  async (_, close) => {
    stopTime()
    const known = new Set<object>()
    let areClosed = false
    const { list, sender } = await measured((request, response) => {
      const isClosed = areClosed && known.has(request.socket)
      known.add(request.socket)
      if (isClosed) close(request, response)
      else ANSWER(request, response)
    })
    await Promise.all([1, 2, 3].map(() => sender.send(list)))
    areClosed = true
    expect(await sender.send(list)).toMatchObject({ status: 404, wasSentTwice: true })
  },
)

test('a 408 on an idle connection is not said to follow the response before it', async () => {
  let isIdle = false
  const idle = new Set<Socket>()
  const { list, sender } = await measured((request, response) => {
    if (isIdle && idle.has(request.socket)) request.socket.resetAndDestroy()
    idle.add(request.socket)
    if (!request.socket.destroyed) ANSWER(request, response)
  })
  const first = await sender.send(list)
  isIdle = true
  for (const socket of idle) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  await pause(50)
  expect(await sender.send(list)).toMatchObject({ status: 404, wasSentTwice: true })
  expect(first).not.toHaveProperty('isFollowed')
})

// Linux queues one connection more than it is asked to, and drops what tries to connect beyond that.
test.skipIf(process.platform !== 'linux')(
  'a connection for which the system had to ask again, as the queue of the server was full, is noted',
  async () => {
    let late = 0
    const { list, sender } = senderFor(await listening(createServer(ANSWER), { backlog: 1 }), () => (late += 1))
    const answers = await Promise.all(Array.from({ length: 4 }, () => sender.send(list)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(late).toBeGreaterThan(0)
  },
)

/** From now on nothing is late but what waits for `vi.advanceTimersByTime`, however busy the machine is. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** A sender that has found out how a server keeps connections, and the connection of each request since then. */
async function measured(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  serve: (handle: (request: IncomingMessage, response: ServerResponse) => void) => Server = createServer,
) {
  const used: object[] = []
  const server = serve((request, response) => {
    used.push(request.socket)
    handle(request, response)
  })
  const { sender, ...requests } = senderFor(await listening(server))
  await sender.connections.measure(() => sender.send(requests.list))
  used.length = 0
  return { used, sender, ...requests }
}

function senderFor(origin: string, noteLate?: () => void) {
  const sender = new Sender(60_000, new KeptConnections(undefined, noteLate))
  onTestFinished(() => sender.close())
  const list = { method: 'GET', path: '/store/orders', headers: {}, url: `${origin}/v1/store/orders` }
  const cancel = { method: 'DELETE', path: '/store/orders/7', headers: {}, url: `${origin}/v1/store/orders/7` }
  return { list, cancel, sender }
}
