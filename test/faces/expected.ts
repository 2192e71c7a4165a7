import type { Reply } from './face.js'

/** The time at which the mock of every face starts, unless a test says otherwise. */
export const NOON = '2026-11-20T12:00:00Z'

/** The header fields of every answer. */
export const CORS_FIELDS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
}

/** What a deprecated operation adds; the dates are those of the API description. */
export const DEPRECATION_FIELDS = {
  deprecation: '@1767225600',
  sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  link: '</openapi.yaml>; rel="deprecation", </openapi.yaml>; rel="sunset"',
}

/** An answer with JSON in it, and a line break: the characters are given, not the value. */
export function json(status: number, text: string, headers: Record<string, string> = {}): Reply {
  const body = `${text}\n`
  const length = String(new TextEncoder().encode(body).byteLength)
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers, ...CORS_FIELDS },
    body,
  }
}

/** An Error object: exactly three members, in the order of the specification. */
export function refusal(status: number, code: string, message: string, headers?: Record<string, string>): Reply {
  return json(status, JSON.stringify({ code, message, status }), headers)
}

export function noContent(headers: Record<string, string> = {}): Reply {
  return { status: 204, headers: { ...headers, ...CORS_FIELDS }, body: '' }
}

/** The same answer to HEAD: all of it but the body. */
export function headOf(reply: Reply): Reply {
  return { ...reply, body: '' }
}

/** What the scenario `default` lists at `NOON`. */
export const DEFAULT_LIST =
  '[{"id":1,"petId":11,"quantity":2,"shipDate":"2026-11-23T12:00:00Z","complete":false},' +
  '{"id":2,"petId":12,"quantity":1,"shipDate":"2026-11-18T12:00:00Z","complete":true},' +
  '{"id":3,"petId":13,"quantity":4,"shipDate":"2026-11-25T12:00:00Z","complete":false},' +
  '{"id":4,"petId":11,"quantity":1,"complete":false},' +
  '{"id":5,"petId":14,"shipDate":"2026-11-21T12:00:00Z","complete":false},' +
  '{"id":6,"quantity":3,"shipDate":"2026-11-20T06:00:00Z"},' +
  '{"id":7,"petId":15,"quantity":12,"shipDate":"2026-11-30T12:00:00Z","complete":false},' +
  '{"id":8},' +
  '{"id":9007199254740993,"petId":12,"quantity":1,"shipDate":"2026-11-27T12:00:00Z","complete":false}]'

/** The scenarios there are, as messages name them. */
export const SCENARIOS =
  'cancelled, default, empty, flaky, int64, large, lost-answers, pending, shipped, slow, sparse, sunset-passed, unlike'

export const CANCELLED = noContent()

export const MISSING_KEY = refusal(
  401,
  'missing_api_key',
  'Send an API key in the header "Authorization: Bearer <API_KEY>".',
  { 'www-authenticate': 'Bearer realm="store-orders"' },
)

/** The answer to a key that is not good. */
export function invalidKey(message: string): Reply {
  const challenge = 'Bearer realm="store-orders", error="invalid_token"'
  return refusal(401, 'invalid_api_key', message, { 'www-authenticate': challenge })
}

export const UNKNOWN_KEY = invalidKey('The API key is invalid. Use one of the keys that the server was started with.')

export const MISNAMED = invalidKey(
  'An API key may be followed by ~<scenario>, ~<scenario>~<name> or ~~<sandbox>. Names consist of up to 100 letters, digits, ".", "_" and "-".',
)

export function alreadyShipped(id: string): Reply {
  const message = `Order ${id} has already shipped. Only a pending order can be cancelled.`
  return refusal(409, 'order_already_shipped', message)
}

export function alreadyCancelled(id: string): Reply {
  return refusal(409, 'order_already_cancelled', `Order ${id} has already been cancelled.`)
}

export function noSuchOrder(id: string): Reply {
  return refusal(404, 'order_not_found', `Order ${id} not found. GET /store/orders lists all orders.`)
}

export function noOrderId(text: string): Reply {
  const message = `"${text}" is not an order id. Order ids are int64 values in decimal digits; GET /store/orders lists them.`
  return refusal(404, 'order_not_found', message)
}

export function noSuchPet(id: string): Reply {
  const message = `Pet ${id} not found. GET /store/orders shows the ids of existing pets as petId.`
  return refusal(404, 'pet_not_found', message, DEPRECATION_FIELDS)
}

export function noPetId(text: string): Reply {
  const message = `"${text}" is not a pet id. A pet id is an int64 in decimal digits; orders refer to pets by petId.`
  return refusal(404, 'pet_not_found', message, DEPRECATION_FIELDS)
}

export function noSuchRoute(path: string): Reply {
  const message = `Path not found: ${path}. The API has these paths: /store/orders, /store/orders/{orderId}, /pets/{petId}.`
  return refusal(404, 'route_not_found', message)
}

export function notAllowed(method: string, path: string, allow: string): Reply {
  return refusal(405, 'method_not_allowed', `${method} is not allowed on ${path}. Use one of ${allow}.`, { allow })
}
