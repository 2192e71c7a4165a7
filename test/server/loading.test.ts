import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startServing } from '../cli/command.js'
import { missingCommands } from '../on-this-machine.js'

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
