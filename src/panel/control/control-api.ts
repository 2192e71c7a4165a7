import { parseExactJson, writeExactJson } from './exact-json.js'
import { currentToken } from './token.js'

/** What the control API refused, in its own words; status 0 is no answer at all. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** A request below `/__mock`, such as `GET /scenarios`. */
export type RequestLine = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/**
 * Asks the control API.
 *
 * @param body sent as JSON; text is sent as it is
 * @throws {ControlError} if it refuses, or does not answer
 */
export async function ask<Answer>(line: RequestLine, body?: unknown): Promise<Answer> {
  const text = await askForText(line, body)
  return (text === '' ? undefined : parseExactJson(text)) as Answer
}

/**
 * Asks the control API for an answer as it came.
 *
 * @throws {ControlError} if it refuses, or does not answer
 */
export async function askForText(line: RequestLine, body?: unknown): Promise<string> {
  const response = await send(line, { body, signal: undefined })
  const text = await response.text().catch(() => fail(0, 'The answer broke off.'))
  return response.ok ? text : fail(response.status, messageIn(text) ?? `The mock answered ${response.status}.`)
}

/**
 * Opens the stream of events. `fetch` carries the token, which an EventSource cannot.
 *
 * @throws {ControlError} if it is refused, or there is no answer
 */
export async function openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send('GET /events', { body: undefined, signal })
  if (response.ok && response.body !== null) return response.body
  return fail(response.status, messageIn(await response.text()) ?? 'The events cannot be followed.')
}

interface Sent {
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

async function send(line: RequestLine, { body, signal }: Sent): Promise<Response> {
  const [method = 'GET', path = ''] = line.split(' ')
  const token = currentToken()
  const init: RequestInit = {
    method,
    cache: 'no-store',
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : writeExactJson(body) }),
    ...(signal !== undefined && { signal }),
  }
  return await fetch(`/__mock${path}`, init).catch(() => fail(0, 'The mock does not answer.'))
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = parseExactJson(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

function fail(status: number, message: string): never {
  throw new ControlError(status, message)
}
