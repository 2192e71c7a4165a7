import type { Exchange } from '../contract/index.js'

/** When and where something was seen. Times are of one clock; it may have happened at any moment between them. */
export interface Sighting {
  readonly startMs: number
  readonly endMs: number
  /** Says to a reader which exchange it is. */
  readonly place: string
}

/** Whether one was over when the other began; else they may have happened in any order. */
export function isBefore(earlier: Sighting | undefined, later: Sighting): boolean {
  return earlier !== undefined && earlier.endMs < later.startMs
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

/** Whether the key of a request stands in its answer, however it is spelled. */
export function repeatsKey({ key: authorization = '', response }: TrafficExchange): boolean {
  const key = authorization.replace(/^\S+\s+/, '')
  // Fewer characters tell nothing of a key, and stand in other text by chance.
  if (key.length < 4) return false
  const inBase64 = [key, `${key}:`, `:${key}`, authorization].map((each) => Buffer.from(each).toString('base64'))
  const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), ...inBase64]
  const text = [response.body, ...Object.values(response.headers)].join('\n').toLowerCase()
  return spellings.some((spelling) => text.includes(spelling.toLowerCase()))
}
