import { type KeyTarget, readAuthorization } from './api-key.js'
import { refuse, type Result } from './result.js'
import { apiError } from './errors.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** What the holder of a key may use, or why the request is refused; `redacted` shows which key it was. */
export type Access =
  | { readonly sandbox: Sandbox; readonly redacted: string }
  | { readonly sandbox: undefined; readonly redacted?: string; readonly result: Result }

/** Where keys lead. */
export interface KeyDirectory {
  readonly keys: readonly string[]
  readonly scenarioNames: () => readonly string[]
  /** The sandbox that a key means; made, if the key names a scenario that there is. */
  readonly open: (target: KeyTarget) => Sandbox | undefined
}

const CHALLENGE = 'Bearer realm="store-orders"'
const MISSING = apiError('missing_api_key', 'Send an API key in the header "Authorization: Bearer <API_KEY>".')
const UNKNOWN = apiError(
  'invalid_api_key',
  'The API key is not known. Check it against the key that the server was started with.',
)

const MISNAMED =
  'Behind an API key may stand ~<scenario>, ~<scenario>~<name> or ~~<sandbox>, in letters, digits, ".", "_" and "-", 100 at most.'

/** Authenticates a request (specification, "Authentication"; RFC 6750): the first thing that happens to it. */
export function authenticate(authorization: string | undefined, directory: KeyDirectory): Access {
  const reading = readAuthorization(authorization, directory.keys)
  if (reading.kind === 'missing') {
    const result = refuse(MISSING, 'no bearer key was sent', { 'WWW-Authenticate': CHALLENGE })
    return { sandbox: undefined, result }
  }
  const { redacted } = reading
  if (reading.kind === 'invalid') {
    return { sandbox: undefined, redacted, result: invalid(UNKNOWN.message, `the key ${redacted} is not known`) }
  }
  if (reading.kind === 'misnamed') {
    return {
      sandbox: undefined,
      redacted,
      result: invalid(MISNAMED, `what follows the key in ${redacted} names nothing`),
    }
  }
  const sandbox = directory.open(reading.target)
  if (sandbox !== undefined) return { sandbox, redacted }
  return { sandbox: undefined, redacted, result: leadsNowhere(reading.target, directory.scenarioNames()) }
}

function leadsNowhere(target: KeyTarget, scenarioNames: readonly string[]): Result {
  if (target.kind !== 'scenario') {
    const name = target.kind === 'existing' ? target.sandbox : 'main'
    const message = `The API key names the sandbox "${name}", which is not there. The control API creates sandboxes.`
    return invalid(message, `there is no sandbox "${name}"`)
  }
  const message = `The API key names the scenario "${target.scenario}", which is not there. Known: ${scenarioNames.join(', ')}.`
  return invalid(message, `there is no scenario "${target.scenario}"`)
}

function invalid(message: string, reason: string): Result {
  return refuse(apiError('invalid_api_key', message), reason, {
    'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"`,
  })
}
