import { type ErrorCode, refuse, type Result } from '../../core/index.js'
import { stringifyJson } from '../../spec/index.js'
import { withExactIntegers } from './describe-for-prism.js'
import type { MockedOperation } from './mocked-operation.js'
import { isJson, type PrismResponse, type PrismProblem } from './load-prism.js'

/** The codes for what Prism calls its problems; any other is a fault of the description. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  UNPROCESSABLE_ENTITY: 'invalid_request',
  INVALID_CONTENT_TYPE: 'unsupported_media_type',
  NOT_ACCEPTABLE: 'not_acceptable',
  NOT_FOUND: 'response_not_described',
}

/** Header fields that the server sets, or that a made-up value would break. */
const NOT_MOCKED =
  /^(?:connection|content-(?:encoding|length|type)|date|deprecation|keep-alive|trailer|transfer-encoding|upgrade|access-control-.*)$/i

/** Makes a result of Prism's response; where there is none that could be sent, an Error object says why. */
export function createResult(operation: MockedOperation, mocked: PrismResponse | PrismProblem): Result {
  try {
    return 'problem' in mocked ? refuseWith(mocked) : respondWith(operation, mocked)
  } catch (error) {
    return notMocked(error)
  }
}

/** The result where Prism has failed. */
export function notMocked(error: unknown): Result {
  const why = error instanceof Error ? error.message : String(error)
  return refuse(
    { code: 'response_not_mocked', status: 500, message: `No response can be made of the description: ${why}` },
    'Prism could not make a response of the description',
  )
}

/** The result of a request whose body is larger than it may be. */
export function tooLarge(): Result {
  const message = 'The body is larger than 16 MiB. Send less at a time.'
  return refuse({ code: 'body_too_large', status: 413, message }, 'the body is too large')
}

function refuseWith({ problem, message, status, violations }: PrismProblem): Result {
  const code = CODES[problem] ?? 'response_not_mocked'
  if (violations.length === 0) return refuse({ code, status, message }, `Prism refused: ${message}`)
  const said = violations.join('; ')
  return refuse({ code, status, message: `The request does not fit its description: ${said}.` }, refusalReason(said))
}

function respondWith(operation: MockedOperation, mocked: PrismResponse): Result {
  const status = readStatus(mocked.status)
  const [, type] = Object.entries(mocked.headers).find(([name]) => /^content-type$/i.test(name)) ?? []
  const mediaType = toText(type) || 'application/json'
  const hasNoContent = status === 204 || status === 304
  const body = hasNoContent ? undefined : writeBody(mocked.body, mediaType)
  const described = describedHeaders(operation, mocked.headers)
  const { violations } = mocked
  return {
    kind: 'success',
    status,
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { 'Content-Type': mediaType }),
      ...(body === undefined && !hasNoContent && { 'Content-Length': '0' }),
      // Whatever the description has, a page may read.
      ...(Object.keys(described).length > 0 && { ...described, 'Access-Control-Expose-Headers': '*' }),
    },
    reason: violations.length > 0 ? refusalReason(violations.join('; ')) : 'Prism mocked a response of the description',
  }
}

/** A range such as `2XX` comes as its first digit. */
function readStatus(status: number): number {
  const whole = status < 10 ? status * 100 : status
  if (whole >= 200 && whole <= 599) return whole
  throw new RangeError(`${status} is not the status of a final response`)
}

/** @throws {TypeError} if the body would have to be written as something that is neither JSON nor a text */
function writeBody(body: unknown, mediaType: string): string | undefined {
  if (body === undefined) return undefined
  if (isJson(mediaType)) return stringifyJson(withExactIntegers(body))
  if (typeof body === 'string') return body
  throw new TypeError(`what is ${mediaType} is only mocked where it is a text; ask for application/json`)
}

function describedHeaders({ deprecated }: MockedOperation, headers: Readonly<Record<string, unknown>>) {
  const sendable = Object.entries(headers)
    .filter(([name]) => !NOT_MOCKED.test(name) && !(deprecated !== undefined && /^(?:link|sunset)$/i.test(name)))
    .map(([name, value]) => [name, toText(value)] as const)
    .filter(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]+$/.test(value))
  return Object.fromEntries(sendable)
}

/** A header field that is mocked as anything else is left out. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function refusalReason(violations: string): string {
  return `the request does not fit its description: ${violations}`
}
