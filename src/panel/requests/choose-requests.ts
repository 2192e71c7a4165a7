import type { RequestEntry } from '../../control-client/index.js'

export type ResultKind = 'all' | 'fine' | 'refused' | 'failed' | 'fault'

/** Which requests are shown. */
export interface RequestFilter {
  readonly kind: ResultKind
  /** An operation, or empty for all. */
  readonly operation: string
  /** What the path or the reason contains. */
  readonly text: string
}

export const RESULT_KINDS: readonly (readonly [ResultKind, string])[] = [
  ['all', 'All'],
  ['fine', '2xx'],
  ['refused', '4xx'],
  ['failed', '5xx or none'],
  ['fault', 'By fault'],
]

/** The requests that are shown, newest first. */
export function chooseRequests(
  requests: readonly RequestEntry[],
  { kind, operation, text }: RequestFilter,
): readonly RequestEntry[] {
  const words = text.trim().toLowerCase()
  return requests
    .filter(
      (request) =>
        isOfKind(request, kind) &&
        (operation === '' || request.operation === operation) &&
        `${request.method} ${request.path} ${request.status} ${request.reason}`.toLowerCase().includes(words),
    )
    .toReversed()
}

export function isOfKind({ status, fault }: RequestEntry, kind: ResultKind): boolean {
  if (kind === 'all') return true
  if (kind === 'fault') return fault !== undefined
  if (kind === 'fine') return status >= 200 && status < 300
  return kind === 'refused' ? status >= 400 && status < 500 : status === 0 || status >= 500
}
