import { ownText } from './own-text.js'

/** Names of scenarios and sandboxes. */
const NAME = /^[A-Za-z0-9._-]{1,100}$/

const BEARER = /^bearer +(.*)$/i

/** What a key asks for, read from the `Authorization` header. */
export type KeyReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly redacted: string }
  /** The key is good, but what follows it names nothing. */
  | { readonly kind: 'misnamed'; readonly redacted: string }
  | { readonly kind: 'key'; readonly redacted: string; readonly target: KeyTarget }

/** The sandbox that a key means. */
export type KeyTarget =
  | { readonly kind: 'main' }
  | { readonly kind: 'scenario'; readonly scenario: string; readonly sandbox: string }
  | { readonly kind: 'existing'; readonly sandbox: string }

/** Whether the text may be the name of a scenario, or of a sandbox: letters, digits, `.`, `_`, `-`; 100 at most. */
export function isName(text: string): boolean {
  return NAME.test(text)
}

/**
 * Reads an `Authorization` header (RFC 6750, section 2.1): the scheme without regard to case, the key exactly.
 * Behind a key may stand, after tildes, a scenario and a name: `key~scenario~name`, or `key~~name`.
 */
export function readAuthorization(authorization: string, keys: readonly string[]): KeyReading {
  // The journal keeps parts of it.
  const token = ownText(BEARER.exec(authorization)?.[1] ?? '')
  if (token === '') return { kind: 'missing' }
  const key = longestKeyOf(token, keys)
  if (key === undefined) return { kind: 'invalid', redacted: redact(token) }
  const suffix = token.slice(key.length)
  const redacted = redact(key) + suffix
  const target = readSuffix(suffix)
  return target === undefined ? { kind: 'misnamed', redacted } : { kind: 'key', redacted, target }
}

/** The sandbox that a name means: `main`, one seeded from a scenario (`shipped`, `shipped~worker-3`), or an existing one. */
export function keySuffix(sandbox: string, isSeededByName: boolean): string {
  if (sandbox === 'main') return ''
  return isSeededByName ? `~${sandbox}` : `~~${sandbox}`
}

function longestKeyOf(token: string, keys: readonly string[]): string | undefined {
  let found: string | undefined
  for (const key of keys) {
    const matches = token === key || (token.startsWith(key) && token[key.length] === '~')
    if (matches && (found === undefined || key.length > found.length)) found = key
  }
  return found
}

function readSuffix(suffix: string): KeyTarget | undefined {
  if (suffix === '') return { kind: 'main' }
  const [, scenario = '', name, ...rest] = suffix.split('~')
  if (rest.length > 0 || (name !== undefined && !isName(name))) return undefined
  if (scenario === '') return name === undefined ? undefined : { kind: 'existing', sandbox: name }
  if (!isName(scenario)) return undefined
  return { kind: 'scenario', scenario, sandbox: name === undefined ? scenario : `${scenario}~${name}` }
}

/** Shows enough of a key to recognise it, never the whole. */
function redact(key: string): string {
  return `${key.slice(0, Math.min(4, key.length >> 1))}…`
}
