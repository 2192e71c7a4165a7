import { didYouMean } from '../../input/index.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sandboxes } from '../sandbox/sandboxes.js'
import { isName, type Scenarios } from '../scenario/scenarios.js'
import { unlessNotPersisted } from './refusals.js'
import { refuse, type Result } from '../operations/result.js'

/** The sandbox that a key selects, or the response that rejects the request; `redacted` does not reveal the key. */
export type Access = { readonly sandbox: Sandbox; readonly redacted: string } | Refused

type Refused = { readonly sandbox?: undefined; readonly redacted?: string; readonly result: Result }

interface Target {
  readonly redacted: string
  readonly sandbox: string
  readonly scenario?: string
}

const BEARER = /^bearer +(.*)$/i
const CHALLENGE = 'Bearer realm="store-orders"'
const MISSING = 'Send an API key in the header "Authorization: Bearer <API_KEY>".'
const UNKNOWN = 'The API key is invalid. Use one of the keys that the server was started with.'

const MISNAMED =
  'An API key may be followed by ~<scenario>, ~<scenario>~<name> or ~~<sandbox>. Names consist of up to 100 letters, digits, ".", "_" and "-".'

const NO_KEY = refuse({ code: 'missing_api_key', message: MISSING }, 'no bearer key was sent', {
  'WWW-Authenticate': CHALLENGE,
})

/**
 * Creates the function that authenticates a request by its `Authorization` header (specification, "Authentication";
 * RFC 6750, section 2.1): the scheme without regard to case, the key exactly. A key may be followed,
 * after tildes, by a scenario and a name: `key~scenario~name`, or `key~~name`.
 */
export function createAuthenticator(
  keys: readonly string[],
  scenarios: Scenarios,
  sandboxes: Sandboxes,
): (authorization: string | undefined) => Access {
  const longestFirst = keys.toSorted((one, other) => other.length - one.length)
  return (authorization = '') => {
    const target = readTarget(authorization, longestFirst)
    if ('result' in target) return target
    const { redacted, sandbox: name, scenario } = target
    // A sandbox that has to be created first is also persisted.
    const sandbox = unlessNotPersisted(() =>
      scenario === undefined ? sandboxes.use(name) : sandboxes.ofScenario(name),
    )
    if (sandbox !== undefined) return 'kind' in sandbox ? { redacted, result: sandbox } : { sandbox, redacted }
    if (scenario === undefined) {
      const message = `The API key selects the sandbox "${name}", which does not exist. Create it with the control API.`
      return refused(redacted, message, `there is no sandbox "${name}"`)
    }
    const { names } = scenarios
    const message = `The API key selects the scenario "${scenario}", which does not exist.${didYouMean(scenario, names)} Available scenarios: ${names.join(', ')}.`
    return refused(redacted, message, `there is no scenario "${scenario}"`)
  }
}

/** Reads from a header the name of a sandbox, and of its scenario if the key names one; or why the header is rejected. */
function readTarget(authorization: string, keys: readonly string[]): Target | Refused {
  const token = BEARER.exec(authorization)?.[1] ?? ''
  if (token === '') return { result: NO_KEY }
  const key = keys.find((each) => token === each || token.startsWith(`${each}~`))
  if (key === undefined) return refused(redact(token), UNKNOWN, `the key ${redact(token)} is invalid`)
  const suffix = token.slice(key.length)
  const redacted = redact(key) + suffix
  if (suffix === '') return { redacted, sandbox: 'main' }
  const [, scenario = '', name, ...rest] = suffix.split('~')
  if (rest.length === 0 && (name === undefined || isName(name))) {
    if (scenario === '' && name !== undefined) return { redacted, sandbox: name }
    if (isName(scenario)) return { redacted, scenario, sandbox: scenario + (name === undefined ? '' : `~${name}`) }
  }
  return refused(redacted, MISNAMED, `the suffix of the key ${redacted} is malformed`)
}

/** Shows enough of a key to recognise it, never the whole. */
function redact(key: string): string {
  return `${key.slice(0, Math.min(4, key.length >> 1))}…`
}

function refused(redacted: string, message: string, reason: string): Refused {
  const headers = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` }
  return { redacted, result: refuse({ code: 'invalid_api_key', message }, reason, headers) }
}
