import { type Credentials, type EchoedHeaders, type KeyKind, KINDS, type MakeKey } from './key-kinds.js'

export const NOTHING_ECHOED: EchoedHeaders = { Cookie: '', 'If-None-Match': '' }

// More characters are not sent in several headers or parameters: servers have a limit for all of them together.
const MAX_ELSEWHERE = 5_000

/**
 * The headers of a call with the valid key, or with a key that is invalid in this way.
 * @returns `undefined` if the key is still right, such as a key without capitals in lower case
 */
export function credentialsFor(
  apiKey: string,
  kind: KeyKind | undefined,
  echoed: EchoedHeaders,
): Credentials | undefined {
  const right = `Bearer ${apiKey}`
  const certain = { headers: {}, query: '', isPerhapsOfOthers: false }
  if (kind === undefined) return { ...certain, headers: { Authorization: right } }
  const make: MakeKey = KINDS[kind]
  const made = make(apiKey, echoed)
  if (made === undefined || made === right || made === 'Bearer ') return undefined
  if (typeof made === 'string') return { ...certain, headers: { Authorization: made } }
  if (!Array.isArray(made)) return JSON.stringify(made).length > MAX_ELSEWHERE ? undefined : { ...certain, ...made }
  const [Authorization, ...others] = keysOfKind(apiKey, kind)
  if (Authorization === undefined) return undefined
  return { ...certain, headers: { Authorization }, isPerhapsOfOthers: others.length > 0 }
}

/** The different `Authorization` headers with keys that are nearly right in this way; none if the kind is another. */
export function keysOfKind(apiKey: string, kind: KeyKind): string[] {
  const make: MakeKey = KINDS[kind]
  const made = make(apiKey, NOTHING_ECHOED)
  const keys = Array.isArray(made) ? [...new Set(made)] : []
  return keys.filter((key) => key !== '' && key !== apiKey).map((key) => `Bearer ${key}`)
}
