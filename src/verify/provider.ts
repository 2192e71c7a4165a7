import {
  type AddressedRequest,
  type Answer,
  KeptConnections,
  NoAnswerError,
  type OutgoingRequest,
  Sender,
  type SendOptions,
} from '../contract/index.js'
import { operations } from '../spec/index.js'
import { Pacer } from './pacer.js'
import { RunLog } from './run-log.js'
import { Secrets } from './secrets.js'
import { certificateFor } from './script/curl.js'
import type { ProviderStates } from './states/provider-states.js'
import { Silences } from './silences.js'
import { throwIfStopped } from './unless-stopped.js'
import type { RunPlan } from './verify-options.js'

/** The provider under verification. Its every exchange and state is logged, until it is closed. */
export type Provider = ReturnType<typeof connectProvider>

type Headers = Readonly<Record<string, string>>

const LIST = { method: operations.listOrders.method, path: operations.listOrders.path, headers: {} }

/**
 * Opens the way to a provider. Nothing is sent yet, and nothing more once the signal is aborted.
 *
 * `send` waits for a 429 to pass, and does not log it. What was not answered in time, several times in a row, is not sent
 * again. What is known of a request afterwards holds no secret. Where the provider took it and then gave no HTTP answer, which
 * is its fault, a `NoAnswerError` is returned.
 */
export function connectProvider(
  plan: RunPlan,
  states: ProviderStates,
  { pacer = new Pacer(), log = new RunLog(), secrets = new Secrets(plan) } = {},
) {
  const { baseUrl, key, headers, timeoutMs, signal, route } = plan
  const connections = new KeptConnections(route)
  const sender = new Sender(timeoutMs, connections)
  const certificate = certificateFor(baseUrl, route)
  const silences = new Silences(timeoutMs)
  const setUp: ProviderStates['setUp'] = async (name, params) => {
    throwIfStopped(signal)
    return log.noteState(name, params, await states.setUp(name, params))
  }
  return {
    /** Without a trailing slash. */
    baseUrl,
    apiKey: key,
    /** What reports must not show of requests and answers. */
    secrets,
    log,
    states: { ...states, setUp },
    /** @throws {UnreachableError} if there is no connection to the provider */
    send: async (request: OutgoingRequest, options?: SendOptions): Promise<Answer> => {
      const addressed = { ...addressedTo(baseUrl, request, headers), ...certificate }
      const masked = secrets.mask(addressed)
      const attempt = async () => {
        throwIfStopped(signal)
        return log.noteExchange(masked, () => sender.send(addressed, options))
      }
      const answer = await silences.send(request, () => pacer.send(attempt).catch(noAnswerIn))
      return answer ?? new NoAnswerError(masked, 'it was not sent again, as it was not answered several times in a row')
    },
    /** Finds out whether its connections are kept, before the first check. Whatever is wrong here shows in a check, too. */
    chooseConnections: () =>
      connections.measure(() => sender.send(addressedTo(baseUrl, LIST, headers)).catch(() => {})),
    close: () => sender.close(),
  }
}

function noAnswerIn(error: unknown): NoAnswerError {
  if (error instanceof NoAnswerError) return error
  throw error
}

function addressedTo(baseUrl: string, request: OutgoingRequest, common: Headers): AddressedRequest {
  const { headers: own, path } = request
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...request, headers: { ...Object.fromEntries(others), ...own }, url: baseUrl + path }
}
