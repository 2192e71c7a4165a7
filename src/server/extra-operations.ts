import type { IncomingMessage } from 'node:http'
import type { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import { BODY_TOO_LARGE, MAX_BODY_BYTES } from '../control/index.js'
import { refuse, type Result } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { readYaml, reasonOf, requirePeers } from '../node/index.js'
import { matchPath } from '../spec/index.js'

/**
 * Asks another description for an answer to a request that the API itself has none to; `undefined` if that has none,
 * either. It rejects if the client goes away meanwhile.
 */
export type AskExtra = (request: IncomingMessage, path: string) => Promise<Result | undefined> | undefined

type Client = ReturnType<typeof createClientFromOperations>
type Input = Parameters<Client['request']>[1]
type Answer = Awaited<ReturnType<Client['request']>>

/**
 * Has Prism, which takes a second to load, mock the operations of a description that the API does not have itself.
 *
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string): Promise<AskExtra> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  // Prism does not say in which line a file is wrong.
  await readYaml(file, { what: 'the description', merge: true })
  try {
    const client = await loadPrism(file)
    return (request, path) => {
      const method = (request.method ?? '').toLowerCase().replace(/^head$/, 'get')
      const isOwn = matchPath(path)?.operations.some((own) => own.method.toLowerCase() === method)
      return isOwn || method === 'options' ? undefined : ask(client, { request, path, method })
    }
  } catch (error) {
    throw new ToolError(`Cannot use ${file}: ${reasonOf(error)}.`)
  }
}

type Logger = NonNullable<Parameters<typeof createClientFromOperations>[1]['logger']>

/** Prism reports every step to its logger; the journal says what matters. */
const SILENT: Logger = new Proxy({} as Logger, { get: () => () => SILENT })

/** Rejects if Prism cannot use the description, such as when a reference leads nowhere. */
async function loadPrism(file: string): Promise<Client> {
  const { getHttpOperationsFromSpec: readOperations } = await import('@stoplight/prism-http')
  const { createClientFromOperations: createClient } = await import('@stoplight/prism-http/dist/client.js')
  const operations = await readOperations(file)
  if (operations.length === 0) throw new Error('it describes no operations')
  widenInt64(operations)
  return createClient(operations, {
    isProxy: false,
    // Keys are the engine's business.
    checkSecurity: false,
    validateRequest: true,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
    logger: SILENT,
  })
}

/** Prism holds `format: int64` to be the integers that a double holds, which would refuse correct ids beyond 2^53. */
function widenInt64(node: unknown, seen = new Set<object>()): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if ('format' in node && node.format === 'int64') {
    delete node.format
    if ('minimum' in node && node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum
    if ('maximum' in node && node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum
  }
  for (const child of Object.values(node)) widenInt64(child, seen)
}

const JSON_TYPE = /^application\/(?:[^;]+\+)?json\s*(?:;|$)/i

async function ask(
  client: Client,
  { request, path, method }: { readonly request: IncomingMessage; readonly path: string; readonly method: string },
): Promise<Result | undefined> {
  const bytes = await readBody(request)
  if (bytes.byteLength > MAX_BODY_BYTES)
    return refuse({ ...BODY_TOO_LARGE, code: 'not_mocked' }, 'the body is too large')
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const target = path + (/\?.*$/s.exec(request.url ?? '')?.[0] ?? '')
  const body = bytes.byteLength === 0 ? undefined : parseBody(bytes.toString(), headers['content-type'])
  // A body that comes in chunks has no length; Prism looks at one only if it has.
  if (body !== undefined) headers['content-length'] = String(bytes.byteLength)
  try {
    const input = { method: method as Input['method'], headers, body }
    return toResult(await client.request(target, input, { mock: readPreference(headers) }))
  } catch (error) {
    return toRefusal(error as PrismError)
  }
}

/** Of a body that is too large the rest is not kept; it is read, or the client would not listen to the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    bytes += chunk.byteLength
  }
  return Buffer.concat(chunks)
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
  const preferred = new URLSearchParams(prefer.replaceAll('"', '').replaceAll(/\s*[,;]\s*/g, '&'))
  const { code, example: exampleKey, dynamic } = Object.fromEntries(preferred) as Partial<Record<string, string>>
  return {
    dynamic: dynamic === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(exampleKey !== undefined && { exampleKey }),
    mediaTypes: [...(accept.startsWith('*/*') ? ['application/json'] : []), ...accept.split(',')],
  }
}

/** Header fields that the server sets, or that a made-up value would break. */
const NOT_MOCKED =
  /^(?:connection|content-(?:encoding|length|type)|date|keep-alive|trailer|transfer-encoding|upgrade|access-control-.*)$/

function toResult({ status, headers = {}, data, violations }: Answer): Result {
  // Prism gives numbers, too.
  const fields = Object.entries<unknown>(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const mediaType = fields.find(([name]) => name === 'content-type')?.[1] ?? 'application/json'
  const hasNoContent = status === 204 || status === 304
  const body = hasNoContent || data === undefined ? undefined : writeBody(data, mediaType)
  return {
    kind: 'success',
    // A range such as `2XX` comes as its first digit.
    status: status < 10 ? status * 100 : status,
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { 'Content-Type': mediaType }),
      ...(body === undefined && !hasNoContent && { 'Content-Length': '0' }),
      ...Object.fromEntries(fields.filter(isSendable)),
      // Whatever the description has, a page may read.
      'Access-Control-Expose-Headers': '*',
    },
    reason: violations.input.length === 0 ? 'Prism mocked a response of the description' : misfit(violations.input),
  }
}

function writeBody(body: unknown, mediaType: string): string {
  if (JSON_TYPE.test(mediaType)) return `${JSON.stringify(body)}\n`
  if (typeof body === 'string') return body
  throw new TypeError(`${mediaType} is mocked only where it is a text; ask for application/json`)
}

function isSendable([name, value]: readonly [name: string, value: string]): boolean {
  return !NOT_MOCKED.test(name) && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
}

/** A problem of Prism (RFC 9457): `status`, `detail`, and the messages of the validation. */
type PrismError = Error & {
  status?: number
  detail?: string
  additional?: { validation?: Parameters<typeof misfit>[0] }
}

function toRefusal({ name, message: title, status = 500, detail = title, additional }: PrismError): Result | undefined {
  if (name.endsWith('#NO_PATH_MATCHED_ERROR')) return undefined
  const reason = additional?.validation === undefined ? `Prism has no answer: ${detail}` : misfit(additional.validation)
  return refuse({ code: 'not_mocked', message: reason.replace('the', 'The'), status }, reason)
}

function misfit(violations: readonly { readonly message: string }[]): string {
  return `the request does not fit its description: ${violations.map(({ message }) => message).join('; ')}`
}
