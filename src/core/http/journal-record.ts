import type { JournalRecord } from '../sandbox/journal-entry.js'
import type { Call, CallResult } from './call.js'
import { type ApiResponse, ownResponse, type ResponseInspector } from './messages.js'
import { ownText } from './own-text.js'

const MAX_CHARACTERS = 1000
/** Of a body; a long list would pin its megabytes. */
const MAX_BODY_BYTES = 4096

interface Sent {
  /** The id that the record gets. */
  readonly id: number
  /** When the request came, in milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly durationMs: number
  readonly response: ApiResponse
}

/** Makes the journal's record of a call that has been responded to. */
export function journalRecord(
  { request, match, operation, access }: Call,
  { result, injection }: CallResult,
  { id, atMs, durationMs, response }: Sent,
  inspect: ResponseInspector | undefined,
): JournalRecord {
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const { status } = response
  const isOwn = operation !== undefined && !('run' in operation) && injection?.failure === undefined
  return {
    id,
    atMs,
    operation: operation?.operationId,
    method: request.method,
    path: pathOf(request, match),
    status: status ?? 0,
    code: result.kind === 'refusal' ? result.error.code : undefined,
    durationMs,
    orderId: operation?.operationId === 'cancelOrder' ? shortened(match?.parameter) : undefined,
    key: shortened(access.redacted),
    reason: fault === 'truncate' ? 'a fault was injected: truncate' : shortened(result.reason),
    fault,
    detail: {
      rawHeaders: withoutSecrets(request.rawHeaders),
      headers: status === undefined ? {} : response.headers,
      body: response.body.length > MAX_BODY_BYTES ? response.body.slice(0, MAX_BODY_BYTES) : response.body,
      isCut: response.body.length > MAX_BODY_BYTES,
    },
    violations:
      isOwn && status !== undefined
        ? inspect?.({ request, response: ownResponse({ ...response, status }) })
        : undefined,
  }
}

const NO_HEADERS: readonly string[] = []
const SECRET = /authorization|cookie|token|secret|key/i

/** Secrets are not even kept, and long values no longer than they are shown. */
function withoutSecrets(rawHeaders = NO_HEADERS): readonly string[] {
  return rawHeaders.map((text, index) => {
    if (index % 2 === 0) return shortened(text)
    return SECRET.test(rawHeaders[index - 1] ?? '') ? '…' : shortened(text)
  })
}

/** One text for all requests for a list: a text of each would be moved by every collection of the young heap. */
function pathOf({ path }: Call['request'], match: Call['match']): string {
  return path === match?.route.path ? match.route.path : shortened(path)
}

/** What a client sends must not fill the journal. */
function shortened(text: string): string
function shortened(text: string | undefined): string | undefined
function shortened(text: string | undefined): string | undefined {
  return text && text.length > MAX_CHARACTERS ? ownText(`${text.slice(0, MAX_CHARACTERS - 1)}…`) : text
}
