import { createServer, type Socket } from 'node:net'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { judgeInPieces, parseInPieces, Sender } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'
import { listening } from '../listening.js'

const EMPTY_LIST = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'

test.each([
  ['GET', 'Upgrade: x', 'it sent 101 (Switching Protocols)'],
  ['GET', 'Connection: Upgrade\r\nUpgrade: x', 'it closed the connection'],
  ['DELETE', 'Upgrade: x', 'it sent 101 (Switching Protocols)'],
  ['DELETE', 'Connection: Upgrade\r\nUpgrade: x', 'it closed the connection'],
])('an unsolicited 101 is not a response to %s: %j', async (method, fields, reason) => {
  const origin = await listen((socket) => socket.end(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n\r\n`))
  await expect(send(origin, method)).rejects.toMatchObject({
    name: 'NoAnswerError',
    reason: expect.stringContaining(reason) as string,
  })
})

test('kept connections that were all closed in the meantime are no violation: the second try has a new one', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const isOfLater = connections > 3
    let requests = 0
    socket.on('error', () => {})
    socket.on('data', () => {
      requests += 1
      if (requests === 1) socket.write(EMPTY_LIST)
      else if (!isOfLater) socket.resetAndDestroy()
    })
  })
  const origin = await listening(server)
  const sender = new Sender(60_000)
  const list = { method: 'GET', path: '/store/orders', headers: {}, url: `${origin}/v1/store/orders` }
  await Promise.all([1, 2, 3].map(() => sender.send(list)))
  expect(connections).toBe(3)
  const answers = await Promise.all([1, 2, 3].map(() => sender.send(list)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  sender.close()
})

test('no rule looks at a long list in one piece', () => {
  const order = { id: 1, petId: 1e30, quantity: 'two', shipDate: '2026-11-02 09:30' }
  const pieces = [1, 20_000].map((length) => {
    const request = { method: 'GET', path: '/store/orders', headers: {}, url: '' }
    const body = JSON.stringify(Array.from({ length }, () => order))
    const parsed = finish(parseInPieces({ request, response: { status: 200, headers: {}, body, isUtf8: true } }))
    return parsed === undefined ? 0 : Array.from(judgeInPieces(parsed)).length
  })
  // Rules for whole lists: schema, unique-ids.
  expect(pieces[1]).toBe(Number(pieces[0]) + 2 * Math.floor(20_000 / 256))
})

test.each(['GET', 'DELETE'])('a body beyond 64 MiB is not read further, for %s', async (method) => {
  const chunk = Buffer.alloc(2 ** 20, ' ')
  const origin = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = () => void (socket.destroyed || !socket.write(chunk) || setImmediate(more))
    socket.on('drain', more)
    more()
  })
  await expect(send(origin, method)).rejects.toMatchObject({
    name: 'NoAnswerError',
    reason: 'its body is larger than 64 MiB, the most that is read',
  })
})

test('a body that is beyond 64 MiB once it is unpacked is not unpacked further', async () => {
  const bomb = await gzipped(70)
  const origin = await listen((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.end(bomb)
  })
  await expect(send(origin, 'GET')).rejects.toMatchObject({ reason: expect.stringContaining('64 MiB') as string })
})

async function send(origin: string, method: string) {
  const sender = new Sender(60_000)
  try {
    return await sender.send({ method, path: '/store/orders/7', headers: {}, url: `${origin}/v1/store/orders/7` })
  } finally {
    sender.close()
  }
}

/** Listens, and answers the first bytes of each connection. */
function listen(answer: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
    sockets.push(socket)
  })
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  return listening(server)
}

/** Zeros beyond what is unpacked, packed without ever being held as a whole. */
async function gzipped(mebibytes: number): Promise<Buffer> {
  const packer = createGzip({ level: 1 })
  const chunk = Buffer.alloc(2 ** 20)
  for (let count = 0; count < mebibytes; count += 1) packer.write(chunk)
  packer.end()
  return Buffer.concat(await packer.toArray())
}
