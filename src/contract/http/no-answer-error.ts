import type { OutgoingRequest } from '../exchange.js'

/** The provider took the connection, but closed it, fell silent or sent something that is not HTTP. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(
    readonly request: OutgoingRequest & { readonly url: string },
    readonly reason: string,
  ) {
    super(`No answer to ${request.method} ${request.path}: ${reason}`)
  }
}
