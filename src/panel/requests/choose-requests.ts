import type { RequestEntry } from '../../control-client/index.js'

export type ResultKind = '' | 'fine' | 'refused' | 'failed' | 'fault'

/** Which requests are shown. The address has it. */
export interface RequestFilter {
  readonly result: ResultKind
  /** An operation, or empty for all. */
  readonly operation: string
  /** What the path or the reason contains. */
  readonly find: string
}

export const RESULT_KINDS: readonly (readonly [ResultKind, string])[] = [
  ['', 'All'],
  ['fine', '2xx'],
  ['refused', '4xx'],
  ['failed', '5xx or none'],
  ['fault', 'By fault'],
]

/** The requests that are shown, newest first. */
export function chooseRequests(
  requests: readonly RequestEntry[],
  { result, operation, find }: RequestFilter,
): readonly RequestEntry[] {
  const words = find.trim().toLowerCase()
  return requests
    .filter(
      (request) =>
        isOfKind(request, result) &&
        (operation === '' || request.operation === operation) &&
        `${request.method} ${request.path} ${request.status} ${request.reason}`.toLowerCase().includes(words),
    )
    .toReversed()
}

export function isOfKind({ status, fault }: RequestEntry, kind: ResultKind): boolean {
  if (kind === '') return true
  if (kind === 'fault') return fault !== undefined
  if (kind === 'fine') return status >= 200 && status < 300
  return kind === 'refused' ? status >= 400 && status < 500 : status === 0 || status >= 500
}
