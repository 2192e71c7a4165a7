import type { IncomingHttpHeaders } from 'node:http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import { contentOf, CORS_HEADERS, type ErrorCode, refuse, type Result } from '../../core/index.js'
import { matchPath } from '../../spec/index.js'

type Client = ReturnType<typeof createClientFromOperations>

/** The codes for what Prism calls its problems; any other problem is a mistake in the description. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  UNPROCESSABLE_ENTITY: 'invalid_request',
  INVALID_CONTENT_TYPE: 'unsupported_media_type',
  NOT_ACCEPTABLE: 'not_acceptable',
  NOT_FOUND: 'response_not_described',
}

const JSON_TYPE = /^application\/(?:[^;]+\+)?json\s*(?:;|$)/i

/** Headers that the server sets, or that a generated value would break. */
const NOT_MOCKED =
  /^(?:connection|content-(?:encoding|length|type)|date|deprecation|keep-alive|sunset|trailer|transfer-encoding|upgrade|access-control-.*)$/

/** A request that may be for one of the operations that Prism mocks. */
export interface ExtraRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Below the base address. */
  readonly path: string
  readonly body: string | undefined
  /** Nothing is generated, or even validated, for a request without a valid key. */
  readonly isAuthorized: boolean
}

/** Whether the API itself answers there. */
export function isOwn(method: string, path: string): boolean {
  const wanted = method.toUpperCase().replace(/^HEAD$/, 'GET')
  return matchPath(path)?.operations.some((own) => own.method === wanted) ?? false
}

/** What Prism answers to a request for an operation; where it has no answer that could be sent, an Error object says why. */
export async function mockResult(client: Client, operationMethod: string, request: ExtraRequest): Promise<Result> {
  const { path, body: text } = request
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const target = path + (/\?.*$/s.exec(request.url)?.[0] ?? '')
  const body = text === undefined ? undefined : parseBody(text, headers['content-type'])
  // A body that comes in chunks has no length; Prism looks at one only if it has.
  if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text))
  try {
    const method = operationMethod as Parameters<Client['request']>[1]['method']
    return toResult(await client.request(target, { method, headers, body }, { mock: readPreference(headers) }))
  } catch (error) {
    return toRefusal(error)
  }
}

function parseBody(text: string, mediaType = 'application/json'): unknown {
  try {
    return JSON_TYPE.test(mediaType) ? JSON.parse(text) : text
  } catch {
    return text
  }
}

/** As Prism's own server has it: `Prefer: code=404, example=cat, dynamic=true`. A client that accepts everything gets JSON. */
function readPreference({ prefer = '', accept = '*/*' }: Readonly<Record<string, string>>) {
  const preferred = new URLSearchParams(
    prefer
      .replaceAll('"', '')
      .split(/[,;]/)
      .map((each) => each.trim())
      .join('&'),
  )
  const { code, example: exampleKey, dynamic } = Object.fromEntries(preferred) as Partial<Record<string, string>>
  return {
    dynamic: dynamic === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(exampleKey !== undefined && { exampleKey }),
    mediaTypes: [...(accept.startsWith('*/*') ? ['application/json'] : []), ...accept.split(',')],
  }
}

function toResult({ status, headers = {}, data, violations }: Awaited<ReturnType<Client['request']>>): Result {
  // Prism gives numbers, too.
  const fields = Object.entries<unknown>(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const described = fields.find(([name]) => name === 'content-type')?.[1] ?? 'application/json'
  // Prism takes `*/*`, as springdoc writes it, for a text.
  const mediaType = described === 'text/plain' && typeof data !== 'string' ? 'application/json' : described
  const hasNoContent = status === 204 || status === 304
  const body = hasNoContent || data === undefined ? undefined : writeBody(data, mediaType)
  const own = {
    ...(body === undefined && !hasNoContent && { 'Content-Length': '0' }),
    ...Object.fromEntries(fields.filter(isSendable)),
  }
  return {
    kind: 'answer',
    // A range such as `2XX` comes as its first digit.
    status: status < 10 ? status * 100 : status,
    ...(body !== undefined && { content: contentOf(body, mediaType) }),
    // Whatever the description has, a page may read, by name: a page that sends credentials takes `*` for a name.
    headers: {
      ...own,
      'Access-Control-Expose-Headers': [CORS_HEADERS['Access-Control-Expose-Headers'], ...Object.keys(own)].join(', '),
    },
    reason: violations.input.length === 0 ? 'Prism generated the response' : misfit(violations.input),
  }
}

function writeBody(body: unknown, mediaType: string): string {
  if (JSON_TYPE.test(mediaType)) return `${JSON.stringify(body)}\n`
  if (typeof body === 'string') return body
  throw new TypeError(`${mediaType} is mocked only if it is a text; ask for application/json`)
}

function isSendable([name, value]: readonly [name: string, value: string]): boolean {
  return !NOT_MOCKED.test(name) && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
}

/** Prism's problems are errors with a name that ends in their code, and the messages of the validation. */
type PrismError = Error & { detail?: string; additional?: { validation?: Parameters<typeof misfit>[0] } }

function toRefusal(error: unknown): Result {
  const { name, message, additional, ...given } = error as PrismError
  const detail = given.detail || message
  const code = CODES[name.replace(/^.*#/, '')]
  if (code === undefined) {
    const text = `Prism could not generate a response from the OpenAPI description: ${detail}`
    return refuse({ code: 'response_not_mocked', message: text }, 'Prism could not make a response')
  }
  const reason = misfit(additional?.validation ?? [{ message: detail }])
  return refuse({ code, message: reason.replace('the', 'The') }, reason)
}

function misfit(violations: readonly { readonly message: string }[]): string {
  return `the request does not match the OpenAPI description: ${violations.map(({ message }) => message).join('; ')}`
}
