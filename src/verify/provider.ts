import {
  type AddressedRequest,
  type Exchange,
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
import { Secrets } from './secrets/secrets.js'
import type { ProviderStates } from './states/provider-states.js'
import { StoppedError } from './unless-stopped.js'
import type { RunPlan } from './verify-options.js'

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

type Connection = Pick<RunPlan, 'baseUrl' | 'key' | 'headers' | 'timeoutMs' | 'signal'> & {
  secrets?: Secrets
  route?: Route
}

/** A provider whose every exchange and state is logged, until it is closed. */
export interface ConnectedProvider extends Provider {
  readonly log: RunLog
  /** Finds out whether its connections are kept, before the first check. */
  chooseConnections(): Promise<void>
  close(): void
}

/** Opens the way to a provider. Nothing is sent yet, and nothing more once the plan's signal is aborted. */
export function connectProvider(
  { baseUrl, key: apiKey, headers, timeoutMs, signal, secrets: given, route }: Connection,
  states: ProviderStates,
  pacer = new Pacer(),
  connections = new KeptConnections(route),
): ConnectedProvider {
  const secrets = given ?? new Secrets({ key: apiKey, headers, statesHeaders: {} })
  const log = new RunLog()
  const watched = log.watch(states)
  const sender = new Sender(timeoutMs, connections)
  return {
    baseUrl,
    apiKey,
    secrets,
    log,
    states: {
      ...watched,
      setUp: async (name, params) => {
        if (signal?.aborted === true) throw new StoppedError(signal.reason)
        return watched.setUp(name, params)
      },
    },
    chooseConnections: () => chooseConnections(connections, sender, { baseUrl, headers }),
    close: () => sender.close(),
    async send(request, options) {
      const addressed = { ...request, headers: merge(headers, request.headers), url: baseUrl + request.path }
      const { exchange } = await pacer.send(async () => {
        if (signal?.aborted === true) throw new StoppedError(signal.reason)
        const sent = await sendLogged(addressed, { sender, log, secrets, options })
        return { ...sent.response, exchange: sent }
      })
      return exchange
    },
  }
}

async function chooseConnections(
  connections: KeptConnections,
  sender: Sender,
  { baseUrl, headers }: Pick<Connection, 'baseUrl' | 'headers'>,
): Promise<void> {
  const { method, path } = operations.listOrders
  // Whatever is wrong here shows in a check, too.
  await connections.measure(() => sender.send({ method, path, headers, url: baseUrl + path }).catch(() => {}))
}

interface Sending {
  readonly sender: Sender
  readonly log: RunLog
  readonly secrets: Secrets
  readonly options: SendOptions | undefined
}

async function sendLogged(request: AddressedRequest, { sender, log, secrets, options }: Sending): Promise<Exchange> {
  const masked = secrets.mask(request)
  const pending = log.begin(masked)
  const startedMs = performance.now()
  try {
    const response = await sender.send(request, options)
    const exchange = { request: masked, response, durationMs: performance.now() - startedMs }
    if (response.status !== 429) pending.answered(exchange)
    return exchange
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    pending.unanswered(error.reason)
    throw new NoAnswerError(masked, error.reason)
  }
}

function merge(
  common: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...own }
}
