import type { ResponseInspector } from '../core/index.js'

/**
 * Makes an inspector that validates every answer of the mock against the API description, by the rules that
 * `orders-mock verify` applies to any provider.
 */
export async function createInspector(): Promise<ResponseInspector> {
  const { violationsIn } = await import('../contract/index.js')
  return ({ request: { method, path, authorization }, response: { status, headers, body } }) => {
    const request = { method, path, headers: authorization === undefined ? {} : { authorization } }
    const received = {
      status,
      headers: withLowerCaseNames(headers),
      body: new TextDecoder().decode(body),
      isUtf8: true,
    }
    const exchange = { request: { ...request, url: path }, response: received, durationMs: 0 }
    return violationsIn(exchange).map(({ message, clause }) => `${message} (${clause})`)
  }
}

function withLowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
