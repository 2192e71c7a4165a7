import { createServer } from 'node:http'
import { createSender, createValidator } from '../contract/index.js'
import { listen, type ListenAddress, readBaseUrl, stopListening } from '../node/index.js'
import type { ProxyEvent } from './proxy-event.js'
import { findSchema } from './find-schema.js'
import { PROXY_PATH, proxyExchange } from './proxy-exchange.js'
import { Recorder } from './recorder.js'
import { scenarioText } from './scenario-text.js'

/** Where a proxy listens, and for which provider. */
export interface ProxyOptions extends ListenAddress {
  /** Base URL of the provider's API, with its `/v1` and any prefix before it. */
  readonly target: string
  /** How long the provider may be silent, and how long an answer is held back to be validated. */
  readonly timeoutMs: number
  readonly onExchange: (event: ProxyEvent) => void
}

export interface RunningProxy {
  /** Where clients find the API. */
  readonly baseUrl: string
  readonly target: string
  /** What has been recorded of the provider so far, as the text of a scenario file at this place. */
  scenario(at: Date, file?: string): string
  close(): Promise<void>
}

/**
 * Stands between a client and a provider: passes on what they say byte for byte, validates every answer against the
 * OpenAPI description, and records what orders there are.
 *
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const target = readBaseUrl(options.target)
  const sender = createSender(options.timeoutMs)
  const recorder = new Recorder()
  const validator = createValidator()
  const { timeoutMs, onExchange } = options
  const context = { baseUrl: target, sender, timeoutMs, validator, recorder, onExchange }
  const server = createServer((request, response) => void proxyExchange(context, request, response))
  const origin = await listen(server, options)
  return {
    baseUrl: `${origin}${PROXY_PATH}`,
    target,
    scenario: (at, file) => {
      const schema = file === undefined ? undefined : findSchema(file)
      return scenarioText(recorder.recording(), { baseUrl: target, at, schema })
    },
    close: async () => {
      await stopListening(server)
      sender.close()
    },
  }
}
