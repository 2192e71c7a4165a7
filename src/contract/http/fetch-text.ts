import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { KeptConnections } from './kept-connections.js'
import { NoAnswerError, UnreachableError } from './no-answer.js'
import type { Route } from './route.js'
import { Sender } from './sender.js'

/** What is asked of an address beside the API: a provider state, a pact file. */
export interface TextRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How long the whole answer may take. */
  readonly timeoutMs: number
  readonly route?: Route | undefined
}

/**
 * Fetches a text on a connection of its own, which no server can have closed before; reads at most 64 MiB. Redirects are
 * not followed.
 *
 * @throws {Error} whose message says in a few words why there is no answer
 */
export async function fetchText(
  address: string,
  { method, headers, body, timeoutMs, route }: TextRequest,
): Promise<ProviderResponse> {
  const { origin, pathname, search, username } = new URL(address)
  if (username !== '') throw new Error('an address cannot have a user or a password')
  const path = pathname + search
  const request: AddressedRequest = { method, path, headers, url: origin + path }
  const sender = new Sender(timeoutMs, new KeptConnections(route))
  try {
    return await sender.send(body === undefined ? request : { ...request, content: body })
  } catch (error) {
    const isKnown = error instanceof NoAnswerError || error instanceof UnreachableError
    throw new Error(isKnown ? error.reason : (error as Error).message, { cause: error })
  } finally {
    sender.close()
  }
}
