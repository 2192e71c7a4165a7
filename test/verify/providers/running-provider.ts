import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen as listenAt, stopListening } from '../../../src/node/index.js'

/** A provider that listens on a free port of 127.0.0.1. */
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

/** What `POST {"state", "params", "action"}` asks for. */
export interface StateChange {
  readonly state: string
  readonly params: Record<string, unknown>
  readonly action: 'setup' | 'teardown'
}

/** Reads Pact's state change; an action that is not said is a set-up. */
export function readStateChange(text: string): StateChange {
  const { state, params, action } = JSON.parse(text) as Partial<StateChange>
  return { state: state ?? '', params: params ?? {}, action: action ?? 'setup' }
}
