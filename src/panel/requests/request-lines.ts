import type { RequestEntry, SandboxSummary } from '../../control-client/index.js'

/** The request as a line for a POSIX shell. The journal keeps no keys, so the sandbox's own stands for the one that was good. */
export function curlLine({ method, path, code, key }: RequestEntry, sandbox: SandboxSummary): string {
  const sent = code === 'invalid_api_key' ? key : sandbox.apiKey
  const header = code === 'missing_api_key' ? '' : ` -H ${quote(`Authorization: Bearer ${sent}`)}`
  const methodFlag = method === 'GET' ? '' : ` -X ${quote(method)}`
  return `curl -i${methodFlag}${header} ${quote(sandbox.baseUrl + path)}`
}

/** Quotes a word where the shell would else read more than a word in it. */
export function quote(word: string): string {
  return /^[\w.:/@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** The request as a call of `fetch` that keeps every digit of an id. */
export function fetchLines({ method, path, code, key }: RequestEntry, sandbox: SandboxSummary): string {
  const sent = code === 'invalid_api_key' ? key : sandbox.apiKey
  const headers =
    code === 'missing_api_key' ? '' : `\n  headers: { Authorization: ${JSON.stringify(`Bearer ${sent}`)} },`
  const asked = `const response = await fetch(${JSON.stringify(sandbox.baseUrl + path)}, {\n  method: '${method}',${headers}\n})`
  return `${asked}\nconsole.log(response.status, await response.text())`
}
