import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { ToolError } from '../../input/index.js'
import type { Exchange, NoAnswerError, OutgoingRequest } from '../../contract/index.js'
import { listen, stopListening } from '../../node/index.js'
import type { Provider } from '../provider.js'

/** What passed through the relay while one interaction was verified. */
export interface RelayLog {
  readonly exchanges: Exchange[]
  readonly unanswered: NoAnswerError[]
}

/** What goes out in the place of an `Authorization` header. */
type Credentials = (authorization: string) => string

/** Stands between Pact's verifier and the provider, so that its exchanges are logged like all others. */
export interface Relay {
  readonly baseUrl: string
  /** Starts a new interaction. */
  begin(credentials: Credentials): RelayLog
  /** Why the run must end, if it must: the provider could not be reached. */
  readonly failure: ToolError | undefined
  close(): Promise<void>
}

/** Opens a relay on a free port of the loopback interface. */
export async function openRelay(provider: Provider): Promise<Relay> {
  let log: RelayLog = { exchanges: [], unanswered: [] }
  let credentials: Credentials | undefined
  let failure: ToolError | undefined
  const server = createServer((request, response) => {
    const headers = forwardedHeaders(request.headers, credentials)
    request.resume()
    void pass(provider, { method: request.method ?? 'GET', path: request.url ?? '/', headers }, log).then(
      (exchange) => answer(response, exchange),
      (error: unknown) => {
        if (error instanceof ToolError) failure = error
        // Hanging up would be truer, but it ends the process of Pact's verifier.
        response.writeHead(502).end()
      },
    )
  })
  const baseUrl = await listen(server, { host: '127.0.0.1', port: 0 })
  return {
    baseUrl,
    begin: (change) => {
      credentials = change
      log = { exchanges: [], unanswered: [] }
      return log
    },
    get failure() {
      return failure
    },
    close: () => stopListening(server),
  }
}

async function pass(provider: Provider, request: OutgoingRequest, log: RelayLog): Promise<Exchange> {
  try {
    const exchange = await provider.send(request)
    log.exchanges.push(exchange)
    return exchange
  } catch (error) {
    if (!(error instanceof ToolError)) log.unanswered.push(error as NoAnswerError)
    throw error
  }
}

// Headers of one connection, and those that Pact's verifier adds.
const NOT_FORWARDED = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

function forwardedHeaders(headers: IncomingHttpHeaders, credentials: Credentials | undefined): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_FORWARDED.has(name) || (name === 'accept' && value === '*/*')) continue
    const text = Array.isArray(value) ? value.join(', ') : value
    if (name === 'authorization') forwarded['Authorization'] = credentials?.(text) ?? text
    else forwarded[name] = text
  }
  return forwarded
}

const NOT_ANSWERED = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-encoding'])

function answer(response: ServerResponse, exchange: Exchange): void {
  const { status, headers, body } = exchange.response
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_ANSWERED.has(name)) response.setHeader(name, Buffer.from(value, 'utf8').toString('latin1'))
  }
  response.end(status === 204 ? undefined : body)
}
