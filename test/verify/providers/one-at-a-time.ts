import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/**
 * Serves one connection after the other, as a server without threads does: it keeps a connection for as long as its client
 * does, and reads nothing from the others meanwhile.
 */
export function oneAtATime(handle: RequestListener): Server {
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
  return createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    waiting.push(socket)
    if (served === undefined) serveNext()
  })
}
