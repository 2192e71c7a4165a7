import { sh, type ShellCode, type ShellText, variable, word } from './shell.js'

/** A request, of which each character of the head is a byte; parts may be code of the shell. */
export interface CurlRequest {
  readonly method?: string
  readonly url: string | ShellText
  readonly headers?: Readonly<Record<string, string | ShellText>>
  readonly content?: string | undefined
  /** The client certificate that it comes with: in one file, or in two, with its key beside it. */
  readonly certificate?: 'one file' | 'two files'
  /** Whether curl adds no header of its own either. */
  readonly isBare?: true
}

/** The command that sends a request, to be pasted into bash or zsh. Whatever the request contains is data to curl, too. */
export function curlLine(request: CurlRequest, options = sh`-i`): string {
  return sh`curl ${curlArguments(request, options)}`.text
}

/** The first command to try: it asks for all orders, and trusts any certificate. */
export function listLine({ apiKey, baseUrl }: Readonly<Record<'apiKey' | 'baseUrl', string>>): string {
  const options = baseUrl.startsWith('https:') ? sh`-k` : sh``
  return curlLine({ url: `${baseUrl}/store/orders`, headers: { Authorization: `Bearer ${apiKey}` } }, options)
}

export function curlArguments(request: CurlRequest, options: ShellCode): ShellCode {
  const { method = 'GET', headers = {}, url, content, certificate, isBare = false } = request
  const address = [url].flat()
  const shown = address.map((part) => (typeof part === 'string' ? part : part.text)).join('')
  const parts = options.text === '' ? [] : [options]
  // curl would fold `..` and expand `[1-3]` and `{a,b}`, which a secret may have, unless an option forbids it.
  if (/^[^?]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(shown)) parts.push(sh`--path-as-is`)
  if (/[[\]{}]|\$ORDERS_MOCK/.test(shown)) parts.push(sh`-g`)
  if (method === 'HEAD' && content === undefined) parts.push(sh`--head`)
  else if (method !== (content === undefined ? 'GET' : 'POST')) parts.push(sh`-X ${method}`)
  if (certificate !== undefined) parts.push(sh`--cert ${word([variable('ORDERS_MOCK_CERT')])}`)
  if (certificate === 'two files') parts.push(sh`--key ${word([variable('ORDERS_MOCK_CERT_KEY')])}`)
  parts.push(...Object.entries(headers).filter(isNotOfCurl).map(headerOption))
  if (isBare) parts.push(sh`-H User-Agent: -H Accept:`)
  if (content !== undefined) parts.push(...bodyOptions(content, Object.keys(headers)))
  return sh`${[...parts, word(address)]}`
}

// What curl sends by itself.
function isNotOfCurl([name, value]: readonly [string, string | ShellText]): boolean {
  const [text] = [value].flat()
  const isAgent = name === 'User-Agent' && typeof text === 'string' && text.startsWith('curl/')
  return !isAgent && !(name === 'Accept' && text === '*/*')
}

function headerOption([name, value]: readonly [string, string | ShellText]): ShellCode {
  // If a plain header asks for it, curl would print what came without decompressing it.
  const option = name.toLowerCase() === 'accept-encoding' ? sh`--compressed -H` : sh`-H`
  // curl drops a header without a value unless it ends in a semicolon.
  return sh`${option} ${word(value === '' ? [`${name};`] : [`${name}: `, value].flat())}`
}

function bodyOptions(content: string, names: readonly string[]): ShellCode[] {
  // curl would add another type.
  const type = names.some((name) => name.toLowerCase() === 'content-type') ? [] : [sh`-H Content-Type:`]
  // `-d` would send the file that is named after an `@`. No argument of a program holds a NUL.
  if (!content.includes('\0')) return [...type, sh`--data-raw ${content}`]
  const octal = Array.from(new TextEncoder().encode(content), (byte) => `\\${byte.toString(8).padStart(3, '0')}`)
  return [...type, sh`--data-binary @<(printf ${octal.join('')})`]
}
