import { type Exchange, findOperation } from '../contract/index.js'
import { type Json, type Operation, parseJson } from '../spec/index.js'
import type { Sighting } from './sighting.js'

/** An exchange that happened, as much of it as is known. */
export interface TrafficExchange extends Exchange {
  readonly seen: Sighting
  /** The API that was called, where traffic of several goes by. */
  readonly baseUrl: string
  /** The `Authorization` of the request, empty if it certainly had none; `undefined` if nobody knows. */
  readonly key: string | undefined
  /** Where it was recorded: requests without a known key may be of another user in another file. */
  readonly file?: string
  /** Why parts of the answer are unknown; only its status is judged then, and its headers if they are known. */
  readonly unknown?: 'body' | 'headers and body' | undefined
}

/** An exchange whose operation is known, and what its 200 holds. */
export interface ReadExchange extends TrafficExchange {
  readonly operation: Operation
  /** The id in the path; `undefined` if it is not an int64. */
  readonly id: bigint | undefined
  /** `undefined` if it is unknown, or not JSON. */
  readonly json: Json | undefined
}

/** Reads an exchange, once for all who learn from it; `undefined` if its request calls no operation of the description. */
export function readExchange(exchange: TrafficExchange): ReadExchange | undefined {
  const called = findOperation(exchange.request)
  return called && { ...exchange, ...called, json: jsonOf(exchange) }
}

function jsonOf({ response: { status, body }, unknown }: TrafficExchange): Json | undefined {
  if (status !== 200 || unknown !== undefined) return undefined
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

// Fewer characters tell nothing of a key, and stand in other text by chance.
const LEAST_KEY = 4

/** Whether the key of a request stands in its answer, however it is spelled. */
export function repeatsKey({ key: authorization = '', response }: TrafficExchange): boolean {
  const key = authorization.replace(/^\S+\s+/, '')
  if (key.length < LEAST_KEY) return false
  const inBase64 = [key, `${key}:`, `:${key}`, authorization].map((each) => Buffer.from(each).toString('base64'))
  const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), ...inBase64]
  const text = [response.body, ...Object.values(response.headers)].join('\n').toLowerCase()
  return spellings.some((spelling) => text.includes(spelling.toLowerCase()))
}
