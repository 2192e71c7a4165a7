import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { Call, CallResult, HandlerContext } from './call.js'
import type { ApiResponse } from './messages.js'

const MAX_CHARACTERS = 1000

/** Makes the journal's entry of a call that has been responded to. */
export function journalEntry(
  { inspect, formatInstant, time }: Pick<HandlerContext, 'inspect' | 'formatInstant' | 'time'>,
  { call, done, response, durationMs, id }: Handled,
): JournalEntry {
  const { request, match, operation, access } = call
  const { result, injection } = done
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const { status } = response
  const isOwn = operation !== undefined && !('run' in operation) && injection?.failure === undefined
  const violations = (isOwn && status !== undefined && inspect?.({ request, response: { ...response, status } })) || []
  return {
    id,
    at: formatInstant(time()),
    ...(operation && { operation: operation.operationId }),
    method: request.method,
    path: shortened(request.path),
    status: status ?? 0,
    ...(result.kind === 'refusal' && { code: result.error.code }),
    durationMs: Math.round(durationMs * 1000) / 1000,
    ...(operation?.operationId === 'cancelOrder' && match && { orderId: shortened(match.parameter) }),
    ...(access.redacted !== undefined && { key: access.redacted }),
    reason: fault === 'truncate' ? 'a fault was injected: truncate' : shortened(result.reason),
    ...(fault && { fault }),
    ...(violations.length > 0 && { violations }),
  }
}

/** What a client sends must not fill the journal. */
function shortened(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}

interface Handled {
  readonly call: Call
  readonly done: CallResult
  readonly response: ApiResponse
  readonly durationMs: number
  /** The id that the entry gets. */
  readonly id: number
}
