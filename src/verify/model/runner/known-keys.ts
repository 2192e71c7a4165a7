import type { Exchange } from '../../../contract/index.js'
import type { Given } from '../sequences/key-kinds.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'

// Several are joined by a comma, after which the next one begins with its name.
const COOKIE = /(?:^|, )([^\s=;,]+)=([^;,]*)/g

/** What the answers have told of keys. */
export class KnownKeys {
  /** `Authorization` headers that were refused when they asked for the list. */
  readonly refused = new Set<string>()
  /** Those that were accepted, but are perhaps the right ones of others. */
  readonly ofOthers = new Set<string>()
  readonly #cookies = new Map<string, string>()
  #listETag = ''

  constructor(readonly apiKey: string) {}

  /** What answers to the right key have given. */
  get given(): Given {
    const Cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { Cookie, 'If-None-Match': this.#listETag }
  }

  noteAnswer({ call, request }: ResolvedCall, { response }: Exchange): void {
    const { Authorization } = request.headers
    const isList = call.operation === 'listOrders'
    if (isList && response.status === 401 && Authorization !== undefined) this.refused.add(Authorization)
    if (call.key !== undefined) return
    if (isList) this.#listETag = response.headers['etag'] ?? ''
    for (const [, name = '', value = ''] of (response.headers['set-cookie'] ?? '').matchAll(COOKIE))
      this.#cookies.set(name, value)
  }
}
