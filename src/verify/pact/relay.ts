import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Exchange, NoAnswerError } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { listen, stopListening } from '../../node/index.js'
import { stringifyJson } from '../../spec/index.js'
import type { Provider } from '../provider.js'
import { comparableBody, type PactValues } from './comparable-body.js'
import { type Interaction, pathBelow } from './interaction.js'

/**
 * Stands between Pact's verifier and the provider while an interaction is verified, so that its exchange is logged like all
 * others.
 *
 * @param verify asks `baseUrl` for the interaction, and `statesUrl` for states. They are set up already: it only gets their
 *   values.
 * @returns what `verify` does, and what the provider answered, if it was asked
 * @throws {ToolError} if the run must end: the provider could not be reached
 */
export async function throughRelay<Result>(
  provider: Provider,
  interaction: Interaction,
  values: PactValues,
  verify: (baseUrl: string, statesUrl: string) => Promise<Result>,
): Promise<[Result, Exchange | NoAnswerError | undefined]> {
  const asked: Promise<Exchange | NoAnswerError>[] = []
  const statesPath = `/${randomUUID()}`
  const server = createServer((request, response) => {
    if (request.url === statesPath) {
      request.resume()
      return response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(values))
    }
    const answered = ask(provider, request, interaction)
    asked.push(answered)
    // Hanging up would be truer, but it ends the process of Pact's verifier.
    const failed = () => response.writeHead(502).end()
    return answered.then(
      (answer) => (answer instanceof NoAnswerError ? failed() : passOn(answer, response, interaction, values)),
      failed,
    )
  })
  // While a provider takes longer than Node's five seconds, Pact's verifier keeps the connection for its next state.
  server.keepAliveTimeout = 0
  const baseUrl = await listen(server, { host: '127.0.0.1', port: 0 })
  try {
    const result = await verify(baseUrl, baseUrl + statesPath)
    return [result, await asked[0]]
  } finally {
    await stopListening(server)
  }
}

async function ask(
  provider: Provider,
  request: IncomingMessage,
  interaction: Interaction,
): Promise<Exchange | NoAnswerError> {
  const { method = 'GET', url = '/' } = request
  const headers = forwardedHeaders(request, interaction, provider.apiKey)
  const outgoing = { method, path: pathBelow(interaction.basePath, url), headers }
  const content = await bodyOf(request)
  try {
    const exchange = await provider.send(content === '' ? outgoing : { ...outgoing, content })
    const { status } = exchange.response
    // Neither can it be passed on.
    if (status < 100) return new NoAnswerError(exchange.request, `its status is ${`${status}`.padStart(3, '0')}`)
    return exchange
  } catch (error) {
    if (error instanceof NoAnswerError) return error
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
  { requestHeaders, status }: Interaction,
  apiKey: string,
): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isAdded = ADDED.has(name) && !requestHeaders.has(name)
    if (value === undefined || NOT_FORWARDED.has(name) || isAdded) continue
    const text = Array.isArray(value) ? value.join(', ') : value
    if (name === 'authorization') forwarded['Authorization'] = withKey(text, status, apiKey)
    else forwarded[name] = text
  }
  return forwarded
}

// Puts the run's key in the place of a pact's example key. An interaction that expects a 401 means its key to be wrong:
// that one gets a tail, so that it is wrong even where the example happens to be somebody's valid key.
function withKey(authorization: string, status: number, apiKey: string): string {
  const [, scheme, example] = /^(bearer +)(\S.*)$/i.exec(authorization) ?? []
  if (scheme === undefined) return authorization
  const tail = createHash('sha256').update(apiKey).digest('hex').slice(0, 12)
  return scheme + (status === 401 ? `${example}-${tail}` : apiKey)
}

const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-encoding'])

function passOn(exchange: Exchange, response: ServerResponse, interaction: Interaction, values: PactValues): void {
  const { status, headers, body } = exchange.response
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    // Pact's verifier would follow a redirect and verify what stands there.
    const isRedirect = name === 'location' && status >= 300 && status <= 399
    if (!NOT_PASSED_ON.has(name) && !isRedirect) response.setHeader(name, Buffer.from(value, 'utf8').toString('latin1'))
  }
  response.end(status === 204 ? '' : comparableBody(body, interaction.pact, values))
}
