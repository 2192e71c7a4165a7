import type { HoldOutcome } from '../sandbox/journal.js'
import type { KeptRequest } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'
import type { ApiResponse } from './messages.js'

export const MAX_HELD = 1000

/**
 * Holds a request, which is in the journal, until it is released, or ended by its sandbox or its client.
 * @param finish gives the response when that is decided, and completes the journal entry
 */
export function holdRequest(
  store: Store,
  kept: KeptRequest,
  releaseAfterMs: number | undefined,
  finish: (outcome: HoldOutcome) => ApiResponse,
): ApiResponse {
  const { requests, context } = store
  context.held += 1
  const response = new Promise<ApiResponse>((resolve) => {
    const timer = releaseAfterMs === undefined ? undefined : setTimeout(() => requests.release(kept.id), releaseAfterMs)
    requests.hold(kept, (outcome) => {
      clearTimeout(timer)
      context.held -= 1
      resolve(finish(outcome))
      store.report(kept)
    })
  })
  const held = { response, abandon: () => requests.endHeld([kept.id]) }
  return { status: undefined, headers: {}, body: '', effects: { delayMs: 0, connection: 'hold' }, held }
}
