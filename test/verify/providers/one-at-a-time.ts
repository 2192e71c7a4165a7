import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * Listens on a free port, and serves one connection after the other, as a server without threads does: it keeps a
 * connection for as long as its client does, and reads nothing from the others meanwhile.
 */
export async function listenOneAtATime(
  handle: RequestListener,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const http = createHttpServer({ keepAliveTimeout: 0 }, handle)
  const waiting: Socket[] = []
  let served: Socket | undefined
  const serveNext = () => {
    served = waiting.shift()
    if (served === undefined) return
    served.once('close', serveNext)
    http.emit('connection', served)
    served.resume()
  }
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    waiting.push(socket)
    if (served === undefined) serveNext()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of waiting.splice(0)) socket.destroy()
        served?.destroy()
      }),
  }
}
