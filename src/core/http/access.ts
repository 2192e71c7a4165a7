import { didYouMean } from '../../input/index.js'
import { remember } from '../remember.js'
import { type KeyReading, type KeyTarget, readAuthorization } from './api-key.js'
import { refuse, type Result } from './result.js'
import { apiError } from './errors.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'
import type { Sandboxes } from '../sandbox/sandboxes.js'
import type { Scenarios } from '../scenario/scenarios.js'

/** What the holder of a key may use, or why the request is refused; `redacted` shows which key it was. */
export type Access =
  | { readonly sandbox: SandboxContent; readonly redacted: string }
  | { readonly sandbox: undefined; readonly redacted?: string; readonly result: Result }

const CHALLENGE = 'Bearer realm="store-orders"'
const MISSING = apiError('missing_api_key', 'Send an API key in the header "Authorization: Bearer <API_KEY>".')
const UNKNOWN = 'The API key is not known. Check it against the key that the server was started with.'

const MISNAMED =
  'Behind an API key may stand ~<scenario>, ~<scenario>~<name> or ~~<sandbox>, in letters, digits, ".", "_" and "-", 100 at most.'

const NO_KEY = refuse(MISSING, 'no bearer key was sent', { 'WWW-Authenticate': CHALLENGE })

/**
 * Makes the function that authenticates a request by its `Authorization` header (specification, "Authentication";
 * RFC 6750): the first thing that happens to it.
 */
export function createAuthenticator(
  keys: readonly string[],
  scenarios: Scenarios,
  sandboxes: Sandboxes,
): (authorization: string | undefined) => Access {
  const read = remember((authorization) => readCredentials(readAuthorization(authorization, keys)))
  return (authorization) => {
    const credentials = authorization === undefined ? { result: NO_KEY } : read(authorization)
    if ('result' in credentials) return { sandbox: undefined, ...credentials }
    const { target, redacted } = credentials
    const sandbox = sandboxes.open(target)
    if (sandbox !== undefined) return { sandbox, redacted }
    return { sandbox: undefined, redacted, result: leadsNowhere(target, scenarios.names) }
  }
}

/** The sandbox that a key means, or why it means none, whatever sandboxes there are. */
function readCredentials(
  reading: KeyReading,
): { readonly target: KeyTarget; readonly redacted: string } | { readonly result: Result; readonly redacted?: string } {
  if (reading.kind === 'missing') return { result: NO_KEY }
  const { redacted } = reading
  if (reading.kind === 'key') return reading
  if (reading.kind === 'invalid') {
    return { redacted, result: invalid(UNKNOWN, `the key ${redacted} is not known`) }
  }
  return { redacted, result: invalid(MISNAMED, `what follows the key in ${redacted} names nothing`) }
}

function leadsNowhere(target: KeyTarget, scenarioNames: readonly string[]): Result {
  if (target.kind !== 'scenario') {
    const name = target.kind === 'existing' ? target.sandbox : 'main'
    const message = `The API key names the sandbox "${name}", which does not exist. The control API creates sandboxes.`
    return invalid(message, `there is no sandbox "${name}"`)
  }
  const message = `The API key names the scenario "${target.scenario}", which does not exist.${didYouMean(target.scenario, scenarioNames)} Known: ${scenarioNames.join(', ')}.`
  return invalid(message, `there is no scenario "${target.scenario}"`)
}

function invalid(message: string, reason: string): Result {
  return refuse(apiError('invalid_api_key', message), reason, {
    'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"`,
  })
}
