import { stringifyJson } from '../spec/index.js'

/** A request to the provider, before its base URL is put in front. */
export interface OutgoingRequest {
  readonly method: string
  /** Below the base URL and raw, such as `/store/orders/7`: it is sent as it is. */
  readonly path: string
  /** As they go out, `Authorization` included if the request is to carry one. */
  readonly headers: Readonly<Record<string, string>>
  /** Its body; a streamed request brings its own. */
  readonly content?: string
}

export interface AddressedRequest extends OutgoingRequest {
  readonly url: string
  /** The client certificate that it comes with: in one file, or in two, with its key beside it. */
  readonly certificate?: 'one file' | 'two files'
  /** Whether it comes without the headers that every HTTP client adds, such as `User-Agent`. */
  readonly isBare?: true
}

/** The provider's response, as it came over the wire. */
export interface ProviderResponse {
  readonly status: number
  /** By lower-case name; a header that came more than once is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** By lower-case name, each value as it came; absent if the response was recorded. */
  readonly allHeaders?: Readonly<Record<string, readonly string[]>>
  /** The body as text, its digits untouched; for a 204 the bytes that came although there must be none. */
  readonly body: string
  /** Whether nobody recorded the body, or only a part of it; `body` is then empty. */
  readonly isBodyUnknown?: boolean
  /** Whether the body's bytes are valid UTF-8 (RFC 8259, section 8.1). */
  readonly isUtf8: boolean
  /** The body's bytes, if they are not. */
  readonly bytes?: Uint8Array | undefined
  /** Why the body is not what its `Content-Encoding` says; absent if it is. */
  readonly encodingProblem?: string
  /** Whether unsolicited bytes followed on its connection; this may show only when the connection is used again. */
  isFollowed?: boolean
  /** Whether the request was sent twice, and may have been carried out the first time. */
  readonly wasSentTwice?: true
}

export interface Exchange {
  readonly request: AddressedRequest
  readonly response: ProviderResponse
}

/** The exchange as it is kept for long. */
export function withoutBody({ request, response }: Exchange): Exchange {
  return { request, response: { ...response, body: '', bytes: undefined } }
}

/** The provider accepted the connection, but closed it, stopped sending, or sent something other than HTTP. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(
    readonly request: AddressedRequest,
    readonly reason: string,
    readonly hasBegun = false,
  ) {
    super(`No response to ${request.method} ${request.path}: ${reason}`)
  }
}

/** The outcome of a request: an exchange, or no HTTP response at all. */
export type Answer = Exchange | NoAnswerError

const MAX_BODY = 300
const MAX_VALUE = 60

export function statusOf(answer: Answer): number | undefined {
  return answer instanceof NoAnswerError ? undefined : answer.response.status
}

/** The status, or why there is none. */
export function describeAnswer(answer: Answer): string {
  return answer instanceof Error ? `no response (${answer.reason})` : `${answer.response.status}`
}

/** A response in a few lines: status, the headers of the contract, and the beginning of the body. */
export function describeResponse({ status, headers, body }: ProviderResponse): string {
  const described = ['content-type', 'deprecation', 'sunset'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  return [`status ${status}`, ...described, body === '' ? 'no body' : shortened(body)].join('\n')
}

export function describeValue(value: unknown): string {
  return shortened(typeof value === 'number' ? `${value}` : stringifyJson(value), MAX_VALUE)
}

export function shortened(text: string, maxLength = MAX_BODY): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`
}
