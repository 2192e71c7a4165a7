import type { RequestEntry } from '../../control-client/index.js'

/** Which requests are shown. The address has it. */
export interface RequestFilter {
  /** A kind of result, or empty for all. */
  readonly result: string
  /** What the method, the path, the operation, the status or the reason contains. */
  readonly find: string
}

/** Kinds of results: their words, and which requests are of the kind. */
export const RESULTS: Readonly<Record<string, readonly [words: string, isOfKind: (request: RequestEntry) => boolean]>> =
  {
    '': ['All', () => true],
    fine: ['2xx', ({ status }) => status >= 200 && status < 300],
    refused: ['4xx', ({ status }) => status >= 400 && status < 500],
    failed: ['5xx or none', ({ status }) => status === 0 || status >= 500],
    fault: ['By fault', ({ fault }) => fault !== undefined],
  }

/** The requests that are shown, newest first. */
export function chooseRequests(
  requests: readonly RequestEntry[],
  { result, find }: RequestFilter,
): readonly RequestEntry[] {
  const words = find.trim().toLowerCase()
  const hasWords = ({ method, path, operation = '', status, reason }: RequestEntry): boolean =>
    `${method} ${path} ${operation} ${status} ${reason}`.toLowerCase().includes(words)
  return requests
    .filter(RESULTS[result]?.[1] ?? (() => true))
    .filter(hasWords)
    .toReversed()
}
