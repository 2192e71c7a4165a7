import type { OutgoingRequest } from '../contract/index.js'
import { type ShellText, shellWord } from './script/shell-text.js'

export type CurlRequest = Pick<OutgoingRequest, 'method' | 'headers'> & {
  readonly url: string
  readonly content?: string
}

/** The command line that sends a request again, to be pasted into a POSIX shell. */
export function curlLine(request: CurlRequest): string {
  return curlCommand(request, { options: ['-i'] })
}

/** A command that sends a request, with other options, and to an address that the shell completes. */
export function curlCommand(
  { method, headers, url, content }: CurlRequest,
  { options, address = [url] }: { readonly options: readonly string[]; readonly address?: ShellText },
): string {
  const usual = content === undefined ? 'GET' : 'POST'
  return [
    'curl',
    ...options,
    ...urlOptions(url),
    ...(method === usual ? [] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      isAcceptEncoding(name) ? ['--compressed'] : ['-H', shellWord([headerArgument(name, value)])],
    ),
    ...(content === undefined ? [] : ['-d', shellWord([content])]),
    shellWord(address),
  ].join(' ')
}

// Told by a plain header, curl would print what came without decompressing it.
function isAcceptEncoding(name: string): boolean {
  return name.toLowerCase() === 'accept-encoding'
}

// curl would fold `..` and expand `[1-3]` and `{a,b}` unless told not to.
function urlOptions(url: string): string[] {
  const options: string[] = []
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) options.push('--path-as-is')
  if (/[[\]{}]/.test(url)) options.push('-g')
  return options
}

// curl drops a header without a value unless it ends in a semicolon.
function headerArgument(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}
