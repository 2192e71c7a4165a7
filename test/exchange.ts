import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends bytes over a connection of its own, and gives all that comes back until the server closes it. */
export function exchange(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(bytes, 'latin1')
  return text(socket)
}
