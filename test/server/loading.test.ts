import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { loadOnce } from '../../src/node/index.js'
import { startServing } from '../cli/command.js'
import { missingCommands } from '../on-this-machine.js'

test('what could not be loaded is loaded again with the next use, and what is loaded is kept', async () => {
  let calls = 0
  const load = loadOnce(async () => {
    calls += 1
    if (calls === 1) throw new Error('too many open files')
    return await Promise.resolve({ calls })
  })
  await expect(load()).rejects.toThrow('too many open files')
  const loaded = await load()
  expect(loaded).toEqual({ calls: 2 })
  expect(await load()).toBe(loaded)
})

test.skipIf(missingCommands('prlimit'))(
  'a server that had no file descriptors left serves all as soon as it has',
  async () => {
    await using server = await startServing([], {}, ['prlimit', '--nofile=64'])
    const sockets = await Promise.all(Array.from({ length: 100 }, () => connected(server.port)))
    // Those that the server cannot take it closes.
    await expect.poll(() => sockets.some((socket) => socket.closed)).toBe(true)
    const open = sockets.filter((socket) => !socket.closed)
    const asking = open.slice(0, 3).map((socket, index) => {
      const path = ['/__mock/sandboxes', '/openapi.json', '/'][index]
      socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      return text(socket)
    })
    const refused = (await Promise.all(asking.slice(0, 1))).map((answer) => answer.split('\r\n', 1)[0])
    expect(refused).toEqual(['HTTP/1.1 500 Internal Server Error'])
    await Promise.all(asking)
    for (const socket of sockets) socket.destroy()
    for (const path of ['/__mock/sandboxes', '/openapi.json', '/'])
      await expect.poll(async () => (await fetch(server.origin + path)).status).toBe(200)
  },
)

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}
