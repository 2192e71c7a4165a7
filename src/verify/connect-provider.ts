import { ToolError } from '../input/index.js'
import { createSender, type Exchange, NoAnswerError, type OutgoingRequest } from '../contract/index.js'
import { Journal } from './journal.js'
import type { Provider } from './provider.js'
import type { ProviderStates } from './states/provider-states.js'

/** Where the provider is and how to speak to it. */
export interface ProviderConnection {
  readonly baseUrl: string
  readonly apiKey: string
  /** Sent with every request, unless the request itself sets them. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly states: ProviderStates
  /** Once it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined
}

/** A provider whose every exchange and state is written down, until it is closed. */
export interface ConnectedProvider extends Provider {
  readonly journal: Journal
  close(): void
}

/** Opens the way to a provider. Nothing is sent yet. */
export function connectProvider(connection: ProviderConnection): ConnectedProvider {
  const { baseUrl, apiKey, headers, timeoutMs, states, signal } = connection
  const journal = new Journal()
  const sender = createSender(timeoutMs)
  return {
    baseUrl,
    apiKey,
    journal,
    states: journal.watch(states),
    close: () => sender.close(),
    async send(request: OutgoingRequest): Promise<Exchange> {
      if (signal?.aborted === true) throw new ToolError('The run was stopped before its end.', 3)
      const whole = { ...request, headers: merge(headers, request.headers), url: baseUrl + request.path }
      const entry = journal.begin(whole)
      const startedMs = performance.now()
      try {
        const response = await sender.send(whole)
        const exchange = { request: whole, response, durationMs: performance.now() - startedMs }
        entry.answered(exchange)
        return exchange
      } catch (error) {
        if (error instanceof NoAnswerError) entry.silent(error.reason)
        throw error
      }
    },
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
