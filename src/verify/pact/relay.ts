import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ToolError } from '../../input/index.js'
import { type Exchange, NoAnswerError, type OutgoingRequest } from '../../contract/index.js'
import { listen, stopListening } from '../../node/index.js'
import { type Json, stringifyJson } from '../../spec/index.js'
import type { Provider } from '../provider.js'
import { comparableBody } from './comparable-body.js'

/** What passed through the relay while one interaction was verified. */
export interface RelayLog {
  readonly exchanges: Exchange[]
  readonly unanswered: NoAnswerError[]
}

/** How the relay treats the requests of one interaction. */
export interface RelayedInteraction {
  /** What goes out in the place of an `Authorization` header. */
  authorize(this: void, authorization: string): string
  /** What goes out in the place of the pact's path. */
  readdress(this: void, path: string): string
  /** The headers, in lower case, that the consumer sends: what else there is comes from Pact's verifier. */
  readonly headers: ReadonlySet<string>
  /** A whole pact with this interaction alone. */
  readonly pact: Json
  /** What the states gave, for Pact's verifier to build the request from. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Stands between Pact's verifier and the provider, so that its exchanges are logged like all others. */
export interface Relay {
  readonly baseUrl: string
  /** Where Pact's verifier asks for states. They are set up already: it only gets their values. */
  readonly statesUrl: string
  /** Starts a new interaction. */
  begin(interaction: RelayedInteraction): RelayLog
  /** Why the run must end, if it must: the provider could not be reached. */
  readonly failure: ToolError | undefined
  close(): Promise<void>
}

/** Opens a relay on a free port of the loopback interface. */
export async function openRelay(provider: Provider): Promise<Relay> {
  let log: RelayLog = { exchanges: [], unanswered: [] }
  let interaction: RelayedInteraction | undefined
  let failure: ToolError | undefined
  const statesPath = `/${randomUUID()}`
  const server = createServer((request, response) => {
    if (request.url === statesPath) return answerState(request, response, interaction?.values ?? {})
    void relay(request, provider, { interaction, log }).then(
      (exchange) => answer(response, exchange, interaction),
      (error: unknown) => {
        if (error instanceof ToolError) failure = error
        // Hanging up would be truer, but it ends the process of Pact's verifier.
        response.writeHead(502).end()
      },
    )
  })
  // While a provider takes longer than Node's five seconds, Pact's verifier keeps the connection for its next state.
  server.keepAliveTimeout = 0
  const baseUrl = await listen(server, { host: '127.0.0.1', port: 0 })
  return {
    baseUrl,
    statesUrl: baseUrl + statesPath,
    begin: (next) => {
      interaction = next
      log = { exchanges: [], unanswered: [] }
      return log
    },
    get failure() {
      return failure
    },
    close: () => stopListening(server),
  }
}

function answerState(request: IncomingMessage, response: ServerResponse, values: RelayedInteraction['values']): void {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(values))
}

interface Relaying {
  readonly interaction: RelayedInteraction | undefined
  readonly log: RelayLog
}

async function relay(request: IncomingMessage, provider: Provider, { interaction, log }: Relaying): Promise<Exchange> {
  const { method = 'GET', url = '/' } = request
  const path = interaction?.readdress(url) ?? url
  const outgoing: OutgoingRequest = { method, path, headers: forwardedHeaders(request, interaction) }
  const content = await bodyOf(request)
  try {
    const exchange = await provider.send(content === '' ? outgoing : { ...outgoing, content })
    const { status } = exchange.response
    // Neither can it be passed on.
    if (status < 100) throw new NoAnswerError(exchange.request, `its status is ${`${status}`.padStart(3, '0')}`)
    log.exchanges.push(exchange)
    return exchange
  } catch (error) {
    if (error instanceof NoAnswerError) log.unanswered.push(error)
    throw error
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new ToolError('A pact sends a body that is not text in UTF-8, which is not supported.')
}

// Headers of one connection.
const NOT_FORWARDED = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

// Headers that Pact's verifier adds to what the consumer sends.
const ADDED = new Set(['accept', 'accept-encoding', 'user-agent'])

function forwardedHeaders(
  { headers }: IncomingMessage,
  interaction: RelayedInteraction | undefined,
): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isAdded = ADDED.has(name) && interaction?.headers.has(name) !== true
    if (value === undefined || NOT_FORWARDED.has(name) || isAdded) continue
    const text = Array.isArray(value) ? value.join(', ') : value
    if (name === 'authorization') forwarded['Authorization'] = interaction?.authorize(text) ?? text
    else forwarded[name] = text
  }
  return forwarded
}

const NOT_ANSWERED = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-encoding'])

// Pact's verifier would follow a redirect and verify what stands there.
const isRedirect = (status: number, name: string) => name === 'location' && status >= 300 && status <= 399

function answer(
  response: ServerResponse,
  { response: { status, headers, body } }: Exchange,
  interaction: RelayedInteraction | undefined,
): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_ANSWERED.has(name) && !isRedirect(status, name))
      response.setHeader(name, Buffer.from(value, 'utf8').toString('latin1'))
  }
  if (status === 204 || interaction === undefined) response.end()
  else response.end(comparableBody(body, interaction.pact, interaction.values))
}
