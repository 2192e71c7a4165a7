import type { AddressedRequest, Route } from '../../contract/index.js'
import { sh, type ShellCode, variable, withSecrets, word } from './shell.js'

export type CurlRequest = Omit<AddressedRequest, 'path'>

/** The command line that sends a request again, to be pasted into bash. */
export function curlLine(request: CurlRequest): string {
  return sh`curl ${curlArguments(request, sh`-i`)}`.text
}

/** What curl needs to send a request, with other options, and to an address that the shell completes. */
export function curlArguments(request: CurlRequest, options: ShellCode, address = withSecrets(request.url)): ShellCode {
  const { method, headers, url, content, certificate } = request
  const usual = content === undefined ? 'GET' : 'POST'
  return sh`${[
    options,
    ...urlOptions(url),
    ...(method === usual ? [] : [method === 'HEAD' ? sh`--head` : sh`-X ${method}`]),
    ...(certificate === undefined ? [] : [sh`--cert ${word([variable('ORDERS_MOCK_CERT')])}`]),
    ...(certificate === 'two files' ? [sh`--key ${word([variable('ORDERS_MOCK_CERT_KEY')])}`] : []),
    ...Object.entries(headers).map(headerOption),
    ...(content === undefined ? [] : [sh`-d ${content}`]),
    word(address),
  ]}`
}

/** Whether a request to this address comes with a client certificate, of which a line names the files. */
export function certificateFor(url: string, route: Route): Pick<CurlRequest, 'certificate'> {
  const { cert, key } = route.tls
  if (cert === undefined || !url.startsWith('https:')) return {}
  return { certificate: cert === key ? 'one file' : 'two files' }
}

// curl would fold `..` and expand `[1-3]` and `{a,b}` unless told not to.
function urlOptions(url: string): ShellCode[] {
  const options: ShellCode[] = []
  if (/^[^?]*\/\.{1,2}(?:[/?]|$)/.test(url)) options.push(sh`--path-as-is`)
  if (/[[\]{}]/.test(url)) options.push(sh`-g`)
  return options
}

function headerOption([name, value]: readonly [string, string]): ShellCode {
  // Told by a plain header, curl would print what came without decompressing it.
  if (name.toLowerCase() === 'accept-encoding') return sh`--compressed`
  // curl drops a header without a value unless it ends in a semicolon.
  return sh`-H ${word(withSecrets(value === '' ? `${name};` : `${name}: ${value}`))}`
}
