import {
  type AddressedRequest,
  type Answer,
  KeptConnections,
  NoAnswerError,
  type OutgoingRequest,
  type Route,
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
import { StoppedError } from './unless-stopped.js'

/** The provider under verification. Its every exchange and state is logged, until it is closed. */
export interface Provider {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly states: ProviderStates
  /** What reports must not show of requests and answers. */
  readonly secrets: Secrets
  /**
   * Sends a request and logs the exchange for the openapi check. A 429 is waited for, and not logged. What was not answered
   * in time, several times in a row, is not sent again. What is known of the request afterwards holds no secret.
   *
   * @returns a `NoAnswerError` if it took the request and then gave no HTTP answer to it, which is its fault
   * @throws {UnreachableError} if there is no connection to the provider
   */
  send(request: OutgoingRequest, options?: SendOptions): Promise<Answer>
  readonly log: RunLog
  /** Finds out whether its connections are kept, before the first check. */
  chooseConnections(): Promise<void>
  close(): void
}

type Headers = Readonly<Record<string, string>>

interface Connection {
  readonly baseUrl: string
  readonly key: string
  readonly headers: Headers
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly route?: Route
}

const LIST = { method: operations.listOrders.method, path: operations.listOrders.path, headers: {} }

/** Opens the way to a provider. Nothing is sent yet, and nothing more once the signal is aborted. */
export function connectProvider(
  { baseUrl, key: apiKey, headers, timeoutMs, signal, route }: Connection,
  states: ProviderStates,
  { pacer = new Pacer(), log = new RunLog(), secrets = new Secrets({ key: apiKey, headers, statesHeaders: {} }) } = {},
): Provider {
  const connections = new KeptConnections(route)
  const sender = new Sender(timeoutMs, connections)
  const certificate = certificateFor(baseUrl, route)
  const silences = new Silences(timeoutMs)
  const checkGoesOn = () => {
    if (signal?.aborted === true) throw new StoppedError(signal.reason)
  }
  return {
    baseUrl,
    apiKey,
    secrets,
    log,
    states: {
      ...states,
      setUp: async (name, params) => {
        checkGoesOn()
        return log.noteState(name, params, await states.setUp(name, params))
      },
    },
    send: async (request, options) => {
      const addressed = { ...addressedTo(baseUrl, request, headers), ...certificate }
      const masked = secrets.mask(addressed)
      const attempt = async () => {
        checkGoesOn()
        return log.noteExchange(masked, () => sender.send(addressed, options))
      }
      const answer = await silences.send(request, () => pacer.send(attempt).catch(noAnswerIn))
      return answer ?? new NoAnswerError(masked, 'it was not sent again, as it was not answered several times in a row')
    },
    // Whatever is wrong here shows in a check, too.
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
