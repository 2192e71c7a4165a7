import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen as listenAt, stopListening } from '../../../src/node/index.js'

export interface RunningProvider {
  /** Where the API is, with its `/v1`, and no slash at the end. */
  readonly baseUrl: string
  /** Where provider states are set up: Pact's protocol, `POST {"state", "params", "action"}`. */
  readonly statesUrl: string
  readonly apiKey: string
  readonly close: () => Promise<void>
}

/** Listens on a free port. The handler's failures end as 500, so that a bug in a provider never hangs a test. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ origin: string; close: () => Promise<void> }> {
  // However busy the machine is, no connection is closed between two requests.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  return { origin: await listenAt(server, { host: '127.0.0.1', port: 0 }), close: () => stopListening(server) }
}

/** Starts one of these providers. */
export async function startNamed(
  name: string,
  providers: readonly { readonly name: string; readonly start: () => Promise<RunningProvider> }[],
): Promise<RunningProvider> {
  const provider = providers.find((each) => each.name === name)
  if (provider === undefined) throw new Error(`No provider ${name}`)
  return provider.start()
}
