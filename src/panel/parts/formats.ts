import type { RequestDetail, RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { curlLine, type CurlRequest } from '../../shell/index.js'

/** What a request carried, if the journal has the whole of it, and a browser can send it. */
export function bodyOf({ method, request }: RequestDetail): { body?: string | undefined; type?: string } {
  if (request.body === undefined || method === 'GET' || method === 'HEAD') return {}
  const { text, mimeType } = contentOf(request)
  return { body: text, ...(text !== undefined && mimeType !== '' && { type: mimeType }) }
}

/** Commands to paste, by where they go. The journal records no keys, so the sandbox's own replaces the valid key. */
export function requestLines(
  request: RequestEntry,
  sandbox: SandboxSummary,
  { body, type }: ReturnType<typeof bodyOf>,
) {
  const { method, path, code, key, status } = request
  const sentKey = code === 'invalid_api_key' ? key?.replace('…', '...') : sandbox.apiKey
  const headers = headersOf(code === 'missing_api_key' ? undefined : sentKey, type)
  const sent = { method, url: sandbox.baseUrl + path, headers, content: body }
  return {
    ...codesOf(sent),
    test: `test(${literal(`${method} ${path} returns ${status}`)}, async () => {
  ${fetchOf(sent).replaceAll('\n', '\n  ')}
  expect(response.status).toBe(${status})
})`,
  }
}

/** The headers for an API key or a token, and for the type of a body, if there are any. */
export function headersOf(key: string | undefined, type: string | undefined): Record<string, string> {
  return {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(type !== undefined && { 'Content-Type': type }),
  }
}

export type SentRequest = CurlRequest & Readonly<{ method: string; url: string; headers: Record<string, string> }>

export function codesOf(request: SentRequest): Readonly<Record<'curl' | 'fetch', string>> {
  return {
    curl: curlLine(request),
    fetch: `${fetchOf(request)}\nconsole.log(response.status, await response.text())`,
  }
}

export function fetchOf({ method, url, headers, content }: SentRequest): string {
  const nameOf = (name: string) => (/\W/.test(name) ? literal(name) : name)
  const members = Object.entries(headers).map(([name, value]) => `${nameOf(name)}: ${literal(value)}`)
  const fields = members.length === 0 ? '' : `\n  headers: { ${members.join(', ')} },`
  const body = content === undefined ? '' : `\n  body: ${literal(content)},`
  return `const response = await fetch(${literal(url)}, {\n  method: ${literal(method)},${fields}${body}\n})`
}

export function clientLines({ apiKey, baseUrl }: Pick<SandboxSummary, 'apiKey' | 'baseUrl'>, call: string): string {
  return `import { OrdersClient } from 'orders-mock/client'

// Ids are bigints, every digit exact.
const client = new OrdersClient({ baseUrl: ${literal(baseUrl)}, apiKey: ${literal(apiKey)} })
console.log(await client.${call})`
}

export function literal(text: string): string {
  return /['\\\n\r]/.test(text) ? JSON.stringify(text) : `'${text}'`
}

/** A rewind is a request to the control API, not to the API. */
export function isRewind({ operation }: RequestEntry): boolean {
  return operation === 'rewind'
}

/** The journal as a HAR file (HTTP Archive 1.2); `comment` says why each request got its response. */
export function harOf(requests: readonly RequestDetail[], sandbox: SandboxSummary): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'orders-mock', version: '1' },
      comment: `Requests to the sandbox ${sandbox.name}, scenario ${sandbox.scenario}.`,
      entries: requests.map((request) => entryOf(request, sandbox.baseUrl)),
    },
  }
}

function entryOf(detail: RequestDetail, baseUrl: string): object {
  const { at, method, path, status, durationMs, reason, fault, request, response } = detail
  const unknown = { cookies: [], headersSize: -1, httpVersion: 'HTTP/1.1' }
  const unsaid = { ...unknown, statusText: '', bodySize: -1, redirectURL: '' }
  const { size, ...postData } = contentOf(request)
  const sent = { bodySize: size, ...(request.isCut === false && { postData }) }
  const url = isRewind(detail) ? new URL(path, baseUrl).href : baseUrl + path
  return {
    startedDateTime: at,
    time: durationMs,
    request: { ...unknown, ...sent, method, url, headers: listOf(request.headers), queryString: [] },
    response: { ...unsaid, status, headers: listOf(response.headers), content: contentOf(response) },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: fault === undefined ? reason : `${reason} (fault: ${fault})`,
  }
}

/** A body that was cut is omitted: half of it would be taken for all of it. */
export function contentOf({ headers, body = '', isCut = false }: RequestDetail['request' | 'response']) {
  const mimeType = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  return isCut ? { size: -1, mimeType } : { size: new TextEncoder().encode(body).length, mimeType, text: body }
}

function listOf(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
