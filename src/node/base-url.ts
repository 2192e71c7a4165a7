import { ToolError } from '../input/index.js'

/**
 * Reads the base URL of a provider, with its `/v1` and any prefix before it.
 *
 * @returns the URL without a slash at its end
 * @throws {ToolError} exit code 2, if it cannot be the base of other URLs
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const question = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(text) ? ` Did you mean http://${text}?` : ''
    throw new ToolError(`"${text}" is not a base URL.${question} Give one such as http://localhost:8080/v1.`)
  }
  const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new ToolError(`A base URL has no query, fragment, user or password. Give ${baseUrl}.`)
  }
  return baseUrl
}
