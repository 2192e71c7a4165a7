import type { OutgoingRequest } from '../contract/index.js'

/** The command line that sends a request again, to be pasted into a POSIX shell. */
export function curlLine(request: OutgoingRequest & { readonly url: string; readonly body?: string }): string {
  const method = request.method === 'GET' ? [] : ['-X', request.method]
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    isAcceptEncoding(name) ? ['--compressed'] : ['-H', quoted(headerArgument(name, value))],
  )
  const body = request.body === undefined ? [] : ['-d', quoted(request.body)]
  return ['curl', '-i', ...urlOptions(request.url), ...method, ...headers, ...body, quoted(request.url)].join(' ')
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
