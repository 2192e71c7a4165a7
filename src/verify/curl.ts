import type { AddressedRequest, NetworkRoute } from '../contract/index.js'
import { codeIn, type CurlRequest } from '../shell/index.js'

/** A request with marked code in the place of secrets, as curl is to send it. */
export function toCurl({ headers, url, ...request }: Omit<AddressedRequest, 'path'>): CurlRequest {
  const fields = Object.entries(headers).map(([name, value]) => [name, value === '' ? value : codeIn(value)])
  return { ...request, url: codeIn(url), headers: Object.fromEntries(fields) as CurlRequest['headers'] & object }
}

/** Whether a request to this address comes with a client certificate, whose files a command names. */
export function certificateFor(url: string, route: NetworkRoute): Pick<CurlRequest, 'certificate'> {
  const { cert, key } = route.tls
  if (cert === undefined || !url.startsWith('https:')) return {}
  return { certificate: cert === key ? 'one file' : 'two files' }
}
