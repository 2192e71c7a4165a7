import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Answer, NoAnswerError } from '../../contract/index.js'
import { listen, stopListening } from '../../node/index.js'
import { copyJson, INT64_MAX, INT64_MIN, type Json, stringifyJson } from '../../spec/index.js'
import { type ClientName, DEFAULT_CLIENT, NO_CLIENT } from '../clients.js'
import { jsonIn } from '../json-members.js'
import type { Provider } from '../provider.js'
import type { StateValues } from '../run-log.js'
import { type Interaction, OF_CONNECTION, pathBelow } from './load-pacts.js'
import type { PactVerifier } from './pact-verifier.js'

export type Relay = ReturnType<typeof relayTo>

/**
 * Lets Pact's verifier ask the provider for interactions, by way of a server that sends the key of the run and logs the
 * exchange like all others. The states are set up already: Pact's verifier only gets their values.
 */
export function relayTo(provider: Provider, verifier: PactVerifier) {
  /** @throws {ToolError} if the run must end: the provider could not be reached */
  const verify = async (interaction: Interaction, values: StateValues) => {
    let answering: Promise<Answer> | undefined
    const statesPath = `/${randomUUID()}`
    const server = createServer((request, response) => {
      if (request.url === statesPath) {
        request.resume()
        // Pact passes them through JSON numbers, which do not represent large ids.
        const shown = JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
        response.writeHead(200, { 'content-type': 'application/json' }).end(shown)
        return
      }
      answering = ask(provider, interaction, request)
      answering
        .then((answer) => passOn(answer, response, interaction, values))
        // Hanging up would be truer, but it ends the process of Pact's verifier.
        .catch(() => response.writeHead(502).end())
    })
    // While a provider takes longer than Node's five seconds, Pact's verifier keeps the connection for its next state.
    server.keepAliveTimeout = 0
    const baseUrl = await listen(server, { host: '127.0.0.1', port: 0 })
    try {
      const report = await verifier.verify(interaction.pact, baseUrl, baseUrl + statesPath)
      return { report, answer: await answering }
    } finally {
      await stopListening(server)
    }
  }
  return { provider, verify }
}

async function ask(provider: Provider, interaction: Interaction, request: IncomingMessage): Promise<Answer> {
  const path = pathBelow(new URL(provider.baseUrl).pathname, request.url ?? '/')
  const headers = forwardedHeaders(request, interaction, provider.apiKey)
  const content = await text(request)
  const client = provider.rejectedClients.has(NO_CLIENT) ? { client: DEFAULT_CLIENT as ClientName } : {}
  const method = request.method ?? 'GET'
  const answer = await provider.send({ method, path, headers, ...(content && { content }), ...client })
  if (answer instanceof NoAnswerError || answer.response.status >= 100) return answer
  // Node would not pass it on.
  return new NoAnswerError(answer.request, `its status is ${answer.response.status}`)
}

/** What the consumer sends; Pact's verifier adds more, such as `user-agent`. */
function forwardedHeaders({ headersDistinct }: IncomingMessage, interaction: Interaction, apiKey: string) {
  const { requestHeaders, status } = interaction
  const forwarded: Record<string, string> = {}
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    const isOfConsumer = requestHeaders.has(name) || name === 'content-type'
    if (!isOfConsumer) continue
    const value = values.join(', ')
    if (name === 'authorization') forwarded['Authorization'] = withKey(value, status, apiKey)
    else forwarded[name] = value
  }
  return forwarded
}

// Puts the run's key in the place of a pact's example key. An interaction that expects a 401 means its key to be wrong:
// that one gets a tail, so that it is wrong even where the example happens to be somebody's valid key.
function withKey(authorization: string, status: number, apiKey: string): string {
  return authorization.replace(/^(bearer +)(\S.*)$/i, (_, scheme: string, example: string) => {
    return scheme + (status === 401 ? `${example}-made-wrong` : apiKey)
  })
}

function passOn(answer: Answer, response: ServerResponse, { pact }: Interaction, values: StateValues): void {
  if (answer instanceof NoAnswerError) throw answer
  const { status, headers, allHeaders = headers, body, bytes } = answer.response
  response.statusCode = status
  for (const [name, value] of Object.entries(allHeaders)) {
    // Pact's verifier would follow a redirect and verify what is there.
    const isRedirect = name === 'location' && status >= 300 && status <= 399
    if (!OF_CONNECTION.test(name) && !isRedirect) response.setHeader(name, value)
  }
  response.end(status === 204 ? '' : (bytes ?? comparableBody(body, stringifyJson(pact), values)))
}

// Pact's verifier takes minutes, and gigabytes of memory, to say what is wrong with a longer list.
const LONG = 2 ** 20
const MAX_ELEMENTS = 2_000

/**
 * A body as Pact's verifier can compare it: integers spelled as such (to JSON Schema `2.0` and `2` are one integer), and of
 * a long list the first elements, more than any length that the pact demands, and those with a value that a state gave.
 */
function comparableBody(body: string, pact: string, values: StateValues): string {
  const isLong = body.length > LONG
  const parsed = !isLong && pact.includes('"match":"decimal"') ? undefined : jsonIn(body)
  if (parsed === undefined) return body
  const json = copyJson(parsed, legible)
  if (!isLong || !Array.isArray(json)) return stringifyJson(json)
  const wanted = Object.values(values).map(String)
  const isNamed = (element: Json) => wanted.some((value) => stringifyJson(element).includes(value))
  const lengths = pact.matchAll(/"(?:min|max)":(\d+)/g)
  const count = [...lengths].reduce((most, [, length]) => Math.max(most, Number(length) + 1), MAX_ELEMENTS)
  return stringifyJson([...json.slice(0, count), ...json.slice(count).filter(isNamed).slice(0, MAX_ELEMENTS)])
}

/** Pact's verifier reads integers of 64 bits, and no half of a surrogate pair, such as where a provider cut a text. */
function legible(value: Json): Json {
  if (typeof value === 'string') return Buffer.from(value).toString()
  if (typeof value !== 'bigint' && typeof value !== 'number') return value
  if (value > INT64_MAX) return INT64_MAX
  return value < INT64_MIN ? INT64_MIN : value
}
