import { ToolError } from '../input/index.js'

/** Where the provider's API is. */
export interface Target {
  readonly url: URL
  /** Without a slash at its end. */
  readonly baseUrl: string
}

/** Where the proxy's own API begins. */
export const PROXY_PATH = '/v1'

/**
 * Reads the address of the provider that a proxy stands before.
 *
 * @throws {ToolError} exit code 2, if it is none
 */
export function readTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ToolError(`"${text}" is no base URL. Give one such as http://localhost:8080/v1.`)
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new ToolError(`The base URL ${url.origin}${url.pathname} must have no query, fragment, user or password.`)
  return { url, baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, '') }
}

/** What follows the proxy's base address in a request's path; `undefined` if the request is for something else. */
export function pathBelowBase(requestTarget: string): string | undefined {
  if (requestTarget === PROXY_PATH) return ''
  const below = requestTarget.slice(PROXY_PATH.length)
  return requestTarget.startsWith(PROXY_PATH) && /^[/?]/.test(below) ? below : undefined
}
