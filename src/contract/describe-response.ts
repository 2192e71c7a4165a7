import type { ProviderResponse } from './exchange.js'

const MAX_BODY = 300

/** An answer in a few lines: status, the headers that the contract speaks of, and the beginning of the body. */
export function describeResponse({ status, headers, body }: ProviderResponse): string {
  const shown = ['content-type', 'deprecation', 'sunset'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  return [`status ${status}`, ...shown, ...(body === '' ? ['no body'] : [shortened(body)])].join('\n')
}

/** The beginning of a text, in one line. */
export function shortened(text: string, maxLength = MAX_BODY): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`
}
