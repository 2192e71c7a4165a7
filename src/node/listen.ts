import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { ToolError } from '../input/index.js'
import { codeOf, reasonOf } from './files.js'

/** Where a server listens; port 0 picks a free one. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/**
 * Starts to listen.
 * @returns the origin under which a client on this machine reaches the server, such as `http://127.0.0.1:4010`
 * @throws {ToolError} if the address cannot be used
 */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw new ToolError(explain(error, { host, port }))
  }
  return originOf(server.address(), 'setSecureContext' in server ? 'https' : 'http')
}

/** Ends a server and all its connections, even those of requests that never get a response. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const grace = setTimeout(() => server.closeAllConnections(), 200)
  await closed
  clearTimeout(grace)
}

function originOf(address: AddressInfo | string | null, protocol: string): string {
  if (address === null || typeof address === 'string') throw new ToolError('The server does not listen on a port.')
  const host = address.address === '0.0.0.0' || address.address === '::' ? '127.0.0.1' : address.address
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

function explain(error: unknown, { host, port }: ListenAddress): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use. Stop what listens there, or choose another: --port 0 picks a free one.`
  }
  if (code === 'EACCES') return `Port ${port} may not be used without privileges. Choose one above 1023, or --port 0.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `This machine has no address "${host}". Use --host 127.0.0.1, or 0.0.0.0 for all of its addresses.`
  }
  return `Cannot listen on ${host}, port ${port}: ${reasonOf(error)}.`
}
