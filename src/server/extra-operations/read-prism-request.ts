import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isJson, type PrismRequest, type Wish } from './load-prism.js'

interface Received {
  readonly path: string
  readonly method: string
  readonly body: Buffer
}

/** Reads a request as Prism wants it. */
export function readPrismRequest({ url = '', headers }: IncomingMessage, received: Received): PrismRequest {
  const { path, method, body } = received
  return {
    method: method.toLowerCase() as PrismRequest['method'],
    path,
    query: readQuery(url),
    headers: readHeaders(headers, body.byteLength),
    wish: readWish(headers['prefer']),
    ...parseBody(body.toString(), headers['content-type']),
  }
}

function readQuery(url: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1])
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** A body that comes in chunks has no length; Prism looks at one only if it has. */
function readHeaders(headers: IncomingHttpHeaders, bodyBytes: number): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return { ...Object.fromEntries(given), ...(bodyBytes > 0 && { 'content-length': String(bodyBytes) }) }
}

/** As Prism's own server has it: `Prefer: code=404, example=cat, dynamic=true`. */
function readWish(prefer: string | string[] | undefined): Wish {
  const wishes = new Map(
    String(prefer ?? '')
      .split(/[,;]/)
      .map((wish) => wish.split('=').map((part) => part.trim().replaceAll('"', '')))
      .map(([name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const code = Number(wishes.get('code'))
  const exampleKey = wishes.get('example')
  return {
    dynamic: wishes.get('dynamic') === 'true',
    ...(Number.isInteger(code) && { code }),
    ...(exampleKey !== undefined && { exampleKey }),
  }
}

function parseBody(text: string, mediaType: string | undefined): Pick<PrismRequest, 'body' | 'bodyProblem'> {
  if (text === '') return { body: undefined }
  if (mediaType !== undefined && !isJson(mediaType)) return { body: text }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch (error) {
    if (mediaType === undefined) return { body: text }
    return { body: text, bodyProblem: `Request body is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
}
