import type { JournalEntry, KeptRequest } from '../sandbox/journal.js'
import type { Call } from './make-response.js'
import type { ApiResponse, ResponseInspector } from './messages.js'

const MAX_CHARACTERS = 1000
/** Of a body; a long list would pin its megabytes. */
const MAX_BODY = 4096

const SECRET = /authorization|cookie|token|secret|key/i

/** When a request came and how long it took. */
type Timing = Pick<KeptRequest, 'atMs'> & Pick<JournalEntry, 'id' | 'durationMs'>

/** What the journal keeps of a call: no secrets, and long values no longer than they are shown. */
export function keptRequest(
  call: Call,
  timing: Timing,
  { status, headers, body }: ApiResponse,
  violations: readonly string[] = [],
): KeptRequest {
  const entry = entryOf(call, timing, status ?? 0)
  if (violations.length > 0) entry.violations = violations
  const rawHeaders = withoutSecrets(call.request.rawHeaders ?? [])
  const isCut = body.length > MAX_BODY
  const kept = isCut ? body.slice(0, MAX_BODY) : body
  const bytes = sizeOf(entry, rawHeaders) + kept.length
  const sent = status === undefined ? {} : headers
  return { atMs: timing.atMs, entry, rawHeaders, headers: sent, body: kept, isCut, bytes }
}

type Entry = { -readonly [member in keyof KeptRequest['entry']]: KeptRequest['entry'][member] }

/** Members are set one by one: each request would feel what spreading them costs. */
function entryOf(call: Call, { id, durationMs }: Timing, status: number): Entry {
  const { request, match, operation, key, result, injection } = call
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const entry = { id } as Entry
  if (operation !== undefined) entry.operation = operation.operationId
  entry.method = request.method
  entry.path = shortened(request.path)
  entry.status = status
  if (result.kind === 'refusal') entry.code = result.error.code
  entry.durationMs = Math.round(durationMs * 1000) / 1000
  if (operation?.parameter === 'orderId') entry.orderId = shortened(match?.parameter ?? '')
  if (key !== undefined) entry.key = shortened(key)
  entry.reason = fault === 'truncate' ? 'a fault was injected: truncate' : shortened(result.reason)
  if (fault !== undefined) entry.fault = fault
  return entry
}

/** Secrets are not even kept. */
function withoutSecrets(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.map((text, index) => {
    const isSecret = index % 2 === 1 && SECRET.test(rawHeaders[index - 1] ?? '')
    return isSecret ? '…' : shortened(text)
  })
}

/** Roughly and without violations, which are few: the objects, and two bytes a character. */
function sizeOf({ path = '', reason = '', orderId = '' }: Partial<Entry>, rawHeaders: readonly string[]): number {
  let size = 600 + 2 * (path.length + reason.length + orderId.length)
  for (const text of rawHeaders) size += text.length
  return size
}

/** What is wrong with a response of the engine's own; one that a fault has made is wrong on purpose. */
export function violationsOf(
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
