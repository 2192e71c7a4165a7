import type { JournalEntry, KeptRequest } from '../sandbox/journal.js'
import type { HandledRequest } from './make-response.js'
import type { ApiResponse, ResponseInspector } from './messages.js'

const MAX_CHARACTERS = 1000
/** Of a body; a long list would pin its megabytes. */
const MAX_BODY = 4096

const SECRET = /authorization|cookie|token|secret|key/i

/** When a request came, how long it took, what is wrong with its response; and header fields of the request before, as kept. */
type Circumstances = Pick<JournalEntry, 'durationMs'> &
  Pick<KeptRequest, 'id' | 'atMs' | 'violations'> & { readonly before?: readonly string[] | undefined }

/** What the journal keeps of a call: no secrets, and long values no longer than they are shown. */
export function keptRequest(
  { request, match, operation, key, result, injection }: HandledRequest,
  { status, headers, body }: ApiResponse,
  { id, atMs, durationMs, violations, before }: Circumstances,
): KeptRequest {
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const reason = fault === 'truncate' ? 'a fault was injected: truncate' : shortened(result.reason)
  const path = shortened(match?.path ?? request.path)
  const orderId = operation?.parameter === 'orderId' ? shortened(match?.parameter ?? '') : undefined
  const rawHeaders = withoutSecrets(request.rawHeaders ?? [], before)
  // Roughly and without violations, which are few: the objects, and two bytes a character.
  const fieldBytes = rawHeaders.reduce((sum, text) => sum + text.length, 600)
  const isCut = body.length > MAX_BODY
  // One object of one shape, which shares what it can: keeping it is the largest part of what a request costs.
  return {
    id,
    atMs,
    operation: operation?.operationId,
    method: request.method,
    path,
    status: status ?? 0,
    code: result.kind === 'refusal' ? result.error.code : undefined,
    durationMicros: Math.round(durationMs * 1000),
    orderId,
    key: key && shortened(key),
    reason,
    fault,
    violations,
    rawHeaders,
    headers: status === undefined ? {} : headers,
    body: isCut ? body.slice(0, MAX_BODY) : body,
    isCut,
    bytes: fieldBytes + 2 * (path.length + reason.length + (orderId?.length ?? 0)) + Math.min(body.length, MAX_BODY),
  }
}

/** Secrets are not even kept. Where the rest is as before, it is kept once. */
function withoutSecrets(rawHeaders: readonly string[], before: readonly string[] = []): readonly string[] {
  const isSecret = (index: number): boolean => index % 2 === 1 && SECRET.test(rawHeaders[index - 1] ?? '')
  const isSame = (text: string, at: number): boolean => text === before[at] || (before[at] === '…' && isSecret(at))
  if (rawHeaders.length === before.length && rawHeaders.every(isSame)) return before
  return rawHeaders.map((text, index) => (isSecret(index) ? '…' : shortened(text)))
}

/** What is wrong with a response of the engine's own; one that a fault has made is wrong on purpose. */
export function violationsOf(
  { request, operation, injection }: HandledRequest,
  response: ApiResponse,
  inspect: ResponseInspector,
): readonly string[] | undefined {
  const { status } = response
  const isOwn = operation !== undefined && !('run' in operation) && injection?.failure === undefined
  const violations = isOwn && status !== undefined ? inspect({ request, response: { ...response, status } }) : []
  return violations.length > 0 ? violations : undefined
}

/** What a client sends must not fill the journal. */
function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}
