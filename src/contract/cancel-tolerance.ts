import { operations } from '../spec/index.js'

/** A cancel that was sent; `begun` and `ended` are places in the order of all events. */
export interface Cancel {
  readonly orderId: bigint
  readonly begun: number
  readonly ended?: number
}

type OngoingCancel = { -readonly [member in keyof Cancel]: Cancel[member] }

/**
 * The specification leaves open how a cancel is refused whose order was cancelled already. That may be so after the
 * state `a cancelled order`, and after or beside another cancel that succeeded, or about whose result nothing is known.
 * `covers` can be asked as soon as an answer comes, or at the end of a run when the results of all cancels are known.
 */
export class CancelTolerance {
  #events = 0
  /** By order: all cancels but those that were refused. */
  readonly #cancels = new Map<bigint, OngoingCancel[]>()
  readonly #states = new Map<bigint, { name: string; at: number }[]>()

  /** Notes that a cancel goes out. Call `end` when its answer has come, or failed to. */
  begin(orderId: bigint): Cancel {
    const cancel = { orderId, begun: ++this.#events }
    this.#cancels.set(orderId, [...(this.#cancels.get(orderId) ?? []), cancel])
    return cancel
  }

  /** @param status `undefined` if there was no whole answer */
  end(cancel: Cancel, status: number | undefined): void {
    const ongoing: OngoingCancel = cancel
    ongoing.ended = ++this.#events
    if (status === undefined || status === 204) return
    const others = (this.#cancels.get(cancel.orderId) ?? []).filter((other) => other !== cancel)
    if (others.length > 0) this.#cancels.set(cancel.orderId, others)
    else this.#cancels.delete(cancel.orderId)
  }

  stateReached(name: string, orderId: bigint): void {
    const states = this.#states.get(orderId) ?? []
    this.#states.set(orderId, [...states, { name, at: ++this.#events }])
  }

  /** Whether a cancel that was answered with this status is one of those whose refusal is left open. */
  covers(cancel: Cancel, status: number): boolean {
    const isSuccess = status >= 200 && status <= 299
    return !isSuccess && !operations.cancelOrder.statuses.includes(status) && this.mayComeTooLate(cancel)
  }

  /** Whether its order may have been cancelled before this cancel was carried out. */
  mayComeTooLate(cancel: Cancel): boolean {
    const { orderId, begun, ended = Infinity } = cancel
    const state = this.#states.get(orderId)?.findLast(({ at }) => at < begun)
    if (state?.name === 'a cancelled order') return true
    return (this.#cancels.get(orderId) ?? []).some(
      (other) => other !== cancel && other.begun < ended && (other.ended ?? Infinity) > (state?.at ?? 0),
    )
  }
}
