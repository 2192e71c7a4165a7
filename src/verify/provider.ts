import {
  type AddressedRequest,
  type Answer,
  KeptConnections,
  NoAnswerError,
  Sender,
  type SendOptions,
} from '../contract/index.js'
import { type ClientName, headersOf, NO_CLIENT, type ProviderRequest, requestFor } from './clients.js'
import { certificateFor } from './curl.js'
import { Pacer, throwIfStopped } from './pacer.js'
import { RunLog } from './run-log.js'
import { openStates } from './states/provider-states.js'
import type { RunPlan } from './verify-options.js'

/** The provider under verification. Every exchange and provider state is logged until it is closed. */
export type Provider = Awaited<ReturnType<typeof connectProvider>>

const LIST = requestFor('listOrders', {})
// This many connections can wait in the queue of any server.
const MAX_WAITING = 4
// Each time it is sent, a request that never gets a response takes the whole timeout.
const MAX_SILENCES = 3

/**
 * Prepares access to a provider and its states. Sends nothing yet, and nothing more once the signal is aborted.
 *
 * `send` waits for a 429 to pass, and does not log it. A request in its result contains no secret. If the provider took the
 * request and then sent no HTTP response, which is a violation, a `NoAnswerError` is returned.
 * @throws {ToolError} exit code 2, if the states cannot be used
 */
export async function connectProvider(plan: RunPlan) {
  const { baseUrl, key, timeoutMs, secrets, signal, route } = plan
  const [log, pacer] = [new RunLog(), new Pacer(plan)]
  const connections = new KeptConnections(route, () => pacer.limit(MAX_WAITING))
  const sender = new Sender(timeoutMs, connections)
  const areOwn = plan.states?.startsWith(`${new URL(baseUrl).origin}/`) === true
  /** How often in a row the same request with the same key got no response in time; of several at once, one counts. */
  const silences = new Map<string, number>()
  return {
    baseUrl,
    apiKey: key,
    withKey: { Authorization: `Bearer ${key}` },
    rejectedClients: new Set<ClientName>(),
    log,
    pacer,
    states: await openStates(plan, pacer, log, areOwn ? connections : undefined),
    /** @throws {UnreachableError} if there is no connection to the provider */
    send: async (request: ProviderRequest, options?: SendOptions): Promise<Answer> => {
      const addressed = addressedTo(plan, request)
      const masked = secrets.mask(addressed)
      const subject = `${request.method} ${request.path} ${request.headers['Authorization']}`
      const before = silences.get(subject) ?? 0
      if (before === MAX_SILENCES)
        return new NoAnswerError(masked, 'not sent again, because it timed out several times in a row')
      let startedMs = 0
      const answer = await pacer.send(async () => {
        throwIfStopped(signal)
        startedMs = performance.now()
        return log.noteExchange(masked, () => sender.send(addressed, options))
      })
      silences.set(subject, answer instanceof Error && performance.now() - startedMs >= timeoutMs ? before + 1 : 0)
      return answer
    },
    // A failure here shows in a check, too.
    chooseConnections: () => connections.measure(() => sender.send(addressedTo(plan, LIST)).catch(() => {})),
    close: () => sender.close(),
  }
}

/** The headers of the request override those of the options, which override those of the client. */
function addressedTo({ baseUrl, headers, route }: RunPlan, { client, ...request }: ProviderRequest): AddressedRequest {
  const ofClient = client === undefined ? {} : headersOf(client, request.method)
  const all = new Map<string, readonly [string, string]>()
  for (const [name, value] of [ofClient, headers, request.headers].flatMap((each) => Object.entries(each)))
    all.set(name.toLowerCase(), [name, value])
  const url = baseUrl + request.path
  const isBare = client === NO_CLIENT && { isBare: true as const }
  return { ...request, headers: Object.fromEntries(all.values()), url, ...certificateFor(baseUrl, route), ...isBare }
}
