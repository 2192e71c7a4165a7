import type { Exchange, ProviderResponse } from '../../src/contract/index.js'

export const JSON_TYPE = { 'content-type': 'application/json' }

/** An exchange for a request such as `GET /store/orders`. */
export function exchangeOf(request: string, response: Partial<ProviderResponse>): Exchange {
  const [method = '', path = ''] = request.split(' ')
  return {
    request: { method, path, headers: {}, url: `http://any/v1${path}` },
    response: { status: 200, headers: {}, body: '', isUtf8: true, ...response },
  }
}
