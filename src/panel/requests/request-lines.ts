import type { RequestEntry, SandboxSummary } from '../../control-client/index.js'

/**
 * The request as lines to paste, by where they go. The journal keeps no keys, so the sandbox's own stands for the one that
 * was good.
 */
export function requestLines(request: RequestEntry, sandbox: SandboxSummary): Readonly<Record<string, string>> {
  const { method, path, code, key, status } = request
  const authorization =
    code === 'missing_api_key' ? undefined : `Bearer ${code === 'invalid_api_key' ? key : sandbox.apiKey}`
  const url = sandbox.baseUrl + path
  const headers = authorization === undefined ? '' : `\n  headers: { authorization: ${literal(authorization)} },`
  const response = `const response = await fetch(${literal(url)}, {\n  method: ${literal(method)},${headers}\n})`
  const header = authorization === undefined ? '' : ` -H ${quote(`Authorization: ${authorization}`)}`
  const methodFlag = method === 'GET' ? '' : ` -X ${quote(method)}`
  return {
    curl: `curl -i${methodFlag}${header} ${quote(url)}`,
    fetch: `${response}\nconsole.log(response.status, await response.text())`,
    test: `test(${literal(`${method} ${path} is answered with ${status}`)}, async () => {
  ${response.replaceAll('\n', '\n  ')}
  expect(response.status).toBe(${status})
})`,
  }
}

/** Quotes a word that the shell would otherwise not read as a single one. */
export function quote(word: string): string {
  return /^[\w.:/@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A string of JavaScript. */
export function literal(text: string): string {
  return /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
