import { type AddressInfo, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Has a server listen on a free port until the test has finished, and gives its address there. */
export async function listening(server: Server, options: { readonly backlog?: number } = {}): Promise<string> {
  // However busy the machine is, no connection is closed between two requests.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', ...options }, resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
