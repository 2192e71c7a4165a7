import {
  type Exchange,
  KeptConnections,
  type OutgoingRequest,
  type Route,
  Sender,
  type SendOptions,
} from '../contract/index.js'
import { operations } from '../spec/index.js'
import { Pacer } from './pacer.js'
import { RunLog } from './run-log.js'
import { Secrets } from './secrets/secrets.js'
import type { ProviderStates } from './states/provider-states.js'
import { StoppedError } from './unless-stopped.js'

/** The provider under verification. */
export interface Provider {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly states: ProviderStates
  /** What reports must not show of requests and answers. */
  readonly secrets: Secrets
  /**
   * Sends a request and logs the exchange for the openapi check. A 429 is waited for, and not logged. What is known of
   * the request afterwards holds no secret.
   *
   * @throws {UnreachableError} if there is no connection to the provider
   * @throws {NoAnswerError} if it took the request and then gave no HTTP answer to it, which is its fault
   */
  send(request: OutgoingRequest, options?: SendOptions): Promise<Exchange>
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

/** A provider whose every exchange and state is logged, until it is closed. */
export interface ConnectedProvider extends Provider {
  readonly log: RunLog
  /** Finds out whether its connections are kept, before the first check. */
  chooseConnections(): Promise<void>
  close(): void
}

/** Opens the way to a provider. Nothing is sent yet, and nothing more once the signal is aborted. */
export function connectProvider(
  { baseUrl, key: apiKey, headers, timeoutMs, signal, route }: Connection,
  states: ProviderStates,
  { pacer = new Pacer(), log = new RunLog(), secrets = new Secrets({ key: apiKey, headers, statesHeaders: {} }) } = {},
): ConnectedProvider {
  const connections = new KeptConnections(route)
  const sender = new Sender(timeoutMs, connections)
  const { method, path } = operations.listOrders
  const list = { method, path, headers, url: baseUrl + path }
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
    send: (request, options) => {
      const addressed = { ...request, headers: merge(headers, request.headers), url: baseUrl + request.path }
      const masked = secrets.mask(addressed)
      return pacer.send(() => {
        checkGoesOn()
        return log.noteExchange(masked, () => sender.send(addressed, options))
      })
    },
    // Whatever is wrong here shows in a check, too.
    chooseConnections: () => connections.measure(() => sender.send(list).catch(() => {})),
    close: () => sender.close(),
  }
}

function merge(common: Headers, own: Headers): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...own }
}
