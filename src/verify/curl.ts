import type { OutgoingRequest } from '../contract/index.js'
import { sh, type ShellCode, type ShellText, withSecrets, word } from './script/shell.js'

export type CurlRequest = Pick<OutgoingRequest, 'method' | 'headers'> & {
  readonly url: string
  readonly content?: string
}

/** The command line that sends a request again, to be pasted into bash. */
export function curlLine(request: CurlRequest): string {
  return sh`curl ${curlArguments(request, { options: sh`-i` })}`.text
}

/** What curl needs to send a request, with other options, and to an address that the shell completes. */
export function curlArguments(
  { method, headers, url, content }: CurlRequest,
  { options, address = withSecrets(url) }: { readonly options: ShellCode; readonly address?: ShellText },
): ShellCode {
  const usual = content === undefined ? 'GET' : 'POST'
  const sent = Object.entries(headers).map(([name, value]) =>
    isAcceptEncoding(name) ? sh`--compressed` : sh`-H ${word(withSecrets(headerArgument(name, value)))}`,
  )
  return sh`${[
    options,
    ...urlOptions(url),
    ...(method === usual ? [] : [sh`-X ${method}`]),
    ...sent,
    ...(content === undefined ? [] : [sh`-d ${content}`]),
    word(address),
  ]}`
}

// Told by a plain header, curl would print what came without decompressing it.
function isAcceptEncoding(name: string): boolean {
  return name.toLowerCase() === 'accept-encoding'
}

// curl would fold `..` and expand `[1-3]` and `{a,b}` unless told not to.
function urlOptions(url: string): ShellCode[] {
  const options: ShellCode[] = []
  if (/^[^?]*\/\.{1,2}(?:[/?]|$)/.test(url)) options.push(sh`--path-as-is`)
  if (/[[\]{}]/.test(url)) options.push(sh`-g`)
  return options
}

// curl drops a header without a value unless it ends in a semicolon.
function headerArgument(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}
