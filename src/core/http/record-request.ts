import type { JournalEntry, KeptMessages } from '../sandbox/journal-entry.js'
import type { Call } from './make-response.js'
import type { ApiResponse, ResponseInspector } from './messages.js'

const MAX_CHARACTERS = 1000
/** Of a body; a long list would pin its megabytes. */
const MAX_BODY_BYTES = 4096

/** Makes the journal's entry of a call. Its members are set one by one: each request would feel what spreading them costs. */
export function entryOf(
  call: Call,
  sent: Pick<JournalEntry, 'id' | 'at' | 'durationMs'>,
  response: ApiResponse,
  inspect?: ResponseInspector,
): JournalEntry {
  const { request, match, operation, key, result, injection } = call
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const violations = inspect && violationsOf(call, response, inspect)
  const entry = { id: sent.id, at: sent.at } as Writable<JournalEntry>
  if (operation !== undefined) entry.operation = operation.operationId
  entry.method = request.method
  entry.path = shortened(request.path)
  entry.status = response.status ?? 0
  if (result.kind === 'refusal') entry.code = result.error.code
  entry.durationMs = Math.round(sent.durationMs * 1000) / 1000
  if (match !== undefined && operation?.operationId === 'cancelOrder') entry.orderId = shortened(match.parameter)
  if (key !== undefined) entry.key = shortened(key)
  entry.reason = fault === 'truncate' ? 'a fault was injected: truncate' : shortened(result.reason)
  if (fault !== undefined) entry.fault = fault
  if (violations !== undefined && violations.length > 0) entry.violations = violations
  return entry
}

type Writable<Type> = { -readonly [member in keyof Type]: Type[member] }

/** What the journal keeps of the messages: secrets are not even kept, and long values no longer than they are shown. */
export function messagesOf({ rawHeaders = [] }: Call['request'], { status, headers, body }: ApiResponse): KeptMessages {
  const isCut = body.length > MAX_BODY_BYTES
  return {
    rawHeaders: rawHeaders.map((text, index) => {
      const isSecret = index % 2 === 1 && SECRET.test(rawHeaders[index - 1] ?? '')
      return isSecret ? '…' : shortened(text)
    }),
    headers: status === undefined ? {} : headers,
    body: isCut ? body.slice(0, MAX_BODY_BYTES) : body,
    isCut,
  }
}

const SECRET = /authorization|cookie|token|secret|key/i

/** What is wrong with a response of the engine's own; one that a fault has made is wrong on purpose. */
function violationsOf(
  { request, operation, injection }: Call,
  response: ApiResponse,
  inspect: ResponseInspector,
): readonly string[] {
  const { status } = response
  if (operation === undefined || 'run' in operation || injection?.failure !== undefined || status === undefined)
    return []
  return inspect({ request, response: { ...response, status } })
}

/** What a client sends must not fill the journal. */
function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}
