import type { IncomingMessage } from 'node:http'
import { bodyOf, listen } from '../../providers/running-provider.js'
import { answer, send } from './broker-routes.js'
import { PactStore } from './pact-store.js'

// A Pact Broker, as far as a verifier and Pact's command line client need one: https://docs.pact.io/pact_broker/api.

export interface SmallBroker extends AsyncDisposable {
  readonly url: string
  readonly store: PactStore
  /** All that was asked, in order. */
  readonly asked: readonly Asked[]
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface SmallBrokerOptions {
  /** The only `Authorization` that is let in. */
  readonly authorization?: string
  /** Answers some requests with an error; a `hang` never answers. */
  readonly fault?: (asked: Asked) => number | 'hang' | undefined
  /** The origin that stands in links, where that is not the broker's own. */
  readonly linkOrigin?: string
  /** What the broker says of each pact. */
  readonly notices?: readonly object[]
  /** The path below which the broker is. */
  readonly context?: string
}

export async function startSmallBroker(options: SmallBrokerOptions = {}): Promise<SmallBroker> {
  const { authorization, fault, linkOrigin, notices = [], context = '' } = options
  const store = new PactStore()
  const asked: Asked[] = []
  const { origin, close } = await listen(async (request, response) => {
    const one = await read(request, context)
    asked.push(one)
    const status = fault?.(one)
    if (status === 'hang') return
    if (status !== undefined) return send(response, status, { error: { message: `no ${one.method} today` } })
    if (authorization !== undefined && one.authorization !== authorization) {
      return send(response, 401, { error: { code: 'unauthorized', message: 'You are not authorised.' } })
    }
    return answer(response, one, { store, base: (linkOrigin ?? origin) + context, notices })
  })
  return { url: origin + context, store, asked, [Symbol.asyncDispose]: close }
}

async function read(request: IncomingMessage, context: string): Promise<Asked> {
  const { method = 'GET', url = '/', headers } = request
  const path = url.startsWith(context) ? url.slice(context.length) || '/' : url
  return { method, path, authorization: headers.authorization, body: await bodyOf(request) }
}
