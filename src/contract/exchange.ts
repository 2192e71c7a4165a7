/** A request to the provider, before its base URL is put in front. */
export interface OutgoingRequest {
  readonly method: string
  /** Below the base URL and raw, such as `/store/orders/7`: it is sent as it is. */
  readonly path: string
  /** As they go out, `Authorization` included if the request is to carry one. */
  readonly headers: Readonly<Record<string, string>>
  /** Its body; a streamed request has one of its own. */
  readonly content?: string
}

/** A request with the address to which it goes. */
export interface AddressedRequest extends OutgoingRequest {
  readonly url: string
  /** The client certificate that it comes with: in one file, or in two, with its key beside it. */
  readonly certificate?: 'one file' | 'two files'
}

/** What the provider answered, as it came over the wire. */
export interface ProviderResponse {
  readonly status: number
  /** By lower-case name; a header that came more than once is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, its digits untouched; for a 204 the bytes that came although there must be none. */
  readonly body: string
  /** Whether nobody recorded the body, or only a part of it; `body` is then empty. */
  readonly isBodyUnknown?: boolean
  /** Whether the body's bytes are valid UTF-8 (RFC 8259, section 8.1). */
  readonly isUtf8: boolean
  /** Why the body is not what its `Content-Encoding` says; absent if it is. */
  readonly encodingProblem?: string
  /** Whether more followed on its connection, which nobody had asked for; that may show when it is used again. */
  isFollowed?: boolean
}

/** One request and its answer. */
export interface Exchange {
  readonly request: AddressedRequest
  readonly response: ProviderResponse
}
