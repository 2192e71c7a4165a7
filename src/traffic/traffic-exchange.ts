import { createHash } from 'node:crypto'
import type { Exchange } from '../contract/index.js'
import { secretHider, secretPartsOf } from '../node/index.js'

/** When and where something was seen. Times are of one clock; it may have happened at any time between them. */
export interface Sighting {
  readonly startMs: number
  readonly endMs: number
  readonly place: string
  /** When the provider responded, by its own clock. */
  readonly date?: number
}

/** Whether one was over when the other began; else they may have happened in any order. */
export function isBefore(earlier: Sighting | undefined, later: Sighting): boolean {
  return earlier !== undefined && earlier.endMs < later.startMs
}

/** Whether two recorders may have seen one exchange, each by its own clock. */
export function mayBeSame(one: Sighting | undefined, other: Sighting): boolean {
  if (one?.date !== undefined && other.date !== undefined) return one.date === other.date
  return !isBefore(one, other) && !isBefore(other, one ?? other)
}

/** An exchange that happened, as much of it as is known. */
export interface TrafficExchange extends Exchange {
  readonly seen: Sighting
  /** The API that was called, where traffic of several goes by. */
  readonly baseUrl: string
  /** The `Authorization` of the request, empty if it certainly had none; `undefined` if nobody knows. */
  readonly key: string | undefined
  /** Where it was recorded: requests without a known key may be of another user in another file. */
  readonly file?: string
}

/** A name for the store that a request reaches: another key may belong to another one. */
export function storeOf({ baseUrl, key, file = '' }: TrafficExchange): string {
  return `${baseUrl} ${key === undefined ? file : createHash('sha256').update(key).digest('base64')}`
}

/** More of a body is not searched, and then not recorded. */
export const MAX_SEARCHED = 2 ** 18

const KEY_LIKE = /auth|cookie|jwt|key|pass|secret|session|sig|token/i

/** Whether a secret of an exchange is in the text about it, or at the beginning of its body, however it is spelled. */
export function repeatsSecret({ key = '', request, response }: TrafficExchange, told: string): boolean {
  const query = new URLSearchParams(/\?(.*)$/s.exec(request.path)?.[1])
  const fields = [...Object.entries(request.headers), ['set-cookie', response.headers['set-cookie'] ?? ''], ...query]
  const values = fields.flatMap(([name = '', value = '']) => (KEY_LIKE.test(name) ? value : []))
  const secrets = [key.replace(/^\S+\s+/, ''), ...values.flatMap(secretPartsOf)].map((secret) => [secret, ''] as const)
  const text = told + response.body.slice(0, MAX_SEARCHED)
  return secretHider(secrets)(text) !== text
}
