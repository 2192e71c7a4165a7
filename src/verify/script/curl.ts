import type { AddressedRequest, NetworkRoute } from '../../contract/index.js'
import { sh, type ShellCode, variable, withSecrets, word } from './shell.js'

export type CurlRequest = Omit<AddressedRequest, 'path'>

/** The command line that sends a request again, to be pasted into bash. */
export function curlLine(request: CurlRequest): string {
  return sh`curl ${curlArguments(request, sh`-i`)}`.text
}

/** What curl needs to send a request, with other options, and to an address that the shell completes. */
export function curlArguments(request: CurlRequest, options: ShellCode, address = withSecrets(request.url)): ShellCode {
  const { method, headers, url, content, certificate } = request
  const parts = [options]
  // curl would fold `..` and expand `[1-3]` and `{a,b}` unless an option forbids it.
  if (/^[^?]*\/\.{1,2}(?:[/?]|$)/.test(url)) parts.push(sh`--path-as-is`)
  if (/[[\]{}]/.test(url)) parts.push(sh`-g`)
  if (method === 'HEAD') parts.push(sh`--head`)
  else if (method !== (content === undefined ? 'GET' : 'POST')) parts.push(sh`-X ${method}`)
  if (certificate !== undefined) parts.push(sh`--cert ${word([variable('ORDERS_MOCK_CERT')])}`)
  if (certificate === 'two files') parts.push(sh`--key ${word([variable('ORDERS_MOCK_CERT_KEY')])}`)
  parts.push(...Object.entries(headers).map(headerOption))
  if (content !== undefined) parts.push(sh`-d ${content}`)
  return sh`${[...parts, word(address)]}`
}

/** Whether a request to this address comes with a client certificate, of which a line names the files. */
export function certificateFor(url: string, route: NetworkRoute): Pick<CurlRequest, 'certificate'> {
  const { cert, key } = route.tls
  if (cert === undefined || !url.startsWith('https:')) return {}
  return { certificate: cert === key ? 'one file' : 'two files' }
}

function headerOption([name, value]: readonly [string, string]): ShellCode {
  // If a plain header asks for it, curl would print what came without decompressing it.
  if (name.toLowerCase() === 'accept-encoding') return sh`--compressed`
  // curl drops a header without a value unless it ends in a semicolon.
  return sh`-H ${word(withSecrets(value === '' ? `${name};` : `${name}: ${value}`))}`
}
