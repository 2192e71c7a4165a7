import type { RequestDetail, RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { curlLine } from '../../shell/index.js'
import { contentOf } from './har.js'

/** What a request carried, if the journal has the whole of it, and a browser can send it. */
export function bodyOf({ method, request }: RequestDetail): { body?: string | undefined; type?: string } {
  if (request.body === undefined || method === 'GET' || method === 'HEAD') return {}
  const { text, mimeType } = contentOf({ body: '', isCut: false, ...request })
  return { body: text, ...(text !== undefined && mimeType !== '' && { type: mimeType }) }
}

/**
 * The request as commands to paste, by where they go. The journal records no keys, so the sandbox's own replaces the valid
 * key.
 */
export function requestLines(
  request: RequestEntry,
  sandbox: SandboxSummary,
  { body, type }: ReturnType<typeof bodyOf>,
): Readonly<Record<string, string>> {
  const { method, path, code, key, status } = request
  const url = sandbox.baseUrl + path
  const fields = new Map<string, string>()
  if (code !== 'missing_api_key')
    fields.set('Authorization', `Bearer ${code === 'invalid_api_key' ? key : sandbox.apiKey}`)
  if (type !== undefined) fields.set('Content-Type', type)
  const members = Array.from(fields, ([name, value]) => `${/\W/.test(name) ? literal(name) : name}: ${literal(value)}`)
  const headers = fields.size === 0 ? '' : `\n  headers: { ${members.join(', ')} },`
  const content = body === undefined ? '' : `\n  body: ${literal(body)},`
  const response = `const response = await fetch(${literal(url)}, {\n  method: ${literal(method)},${headers}${content}\n})`
  return {
    curl: curlLine({ method, url, headers: Object.fromEntries(fields), content: body }),
    fetch: `${response}\nconsole.log(response.status, await response.text())`,
    test: `test(${literal(`${method} ${path} returns ${status}`)}, async () => {
  ${response.replaceAll('\n', '\n  ')}
  expect(response.status).toBe(${status})
})`,
  }
}

/** A string of JavaScript. */
export function literal(text: string): string {
  return /['\\\n\r]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
