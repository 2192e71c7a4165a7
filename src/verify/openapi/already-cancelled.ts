import type { Journal, JournalRequest } from '../journal.js'
import { operationOf } from '../../contract/index.js'

/**
 * Whether a cancel may have come to an order that was cancelled already: then the specification leaves open how it is
 * refused. That is so after the state `a cancelled order`, and after or beside another cancel that was answered 204.
 */
export function alreadyCancelled(journal: Journal): (entry: JournalRequest) => boolean {
  const cancels = successfulCancels(journal)
  return (entry) => {
    const id = cancelledId(entry)
    if (id === undefined) return false
    const state = journal.states.findLast(({ at, values }) => at < entry.begun && values['orderId'] === id)
    if (state?.name === 'a cancelled order') return true
    return (cancels.get(id) ?? []).some(
      (other) => other !== entry && other.ended > (state?.at ?? 0) && other.begun < entry.ended,
    )
  }
}

// The cancels that were answered 204, by their order's id.
function successfulCancels(journal: Journal): ReadonlyMap<string, JournalRequest[]> {
  const cancels = new Map<string, JournalRequest[]>()
  for (const entry of journal.requests) {
    const id = cancelledId(entry)
    if (id === undefined || entry.exchange?.response.status !== 204) continue
    cancels.set(id, [...(cancels.get(id) ?? []), entry])
  }
  return cancels
}

function cancelledId({ request }: JournalRequest): string | undefined {
  const target = operationOf(request)
  return target?.operation.operationId === 'cancelOrder' ? target.id?.toString() : undefined
}
