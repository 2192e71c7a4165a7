import { useCancelOrder } from '../api/queries.ts'

/**
 * Cancels an order, optimistically: it counts as cancelled from the click on, and where the service refuses, everything is
 * as it was. What came of it is said elsewhere, because an order may leave the list with its answer.
 */
export function CancelButton({ orderId }: { readonly orderId: string }) {
  const { mutate, isPending, isSuccess } = useCancelOrder()
  const isCancelled = isPending || isSuccess
  return (
    // Not `disabled`, which would take the focus away from somebody who uses the keyboard.
    <button aria-disabled={isCancelled} onClick={() => !isCancelled && mutate(orderId)}>
      {isCancelled ? 'Cancelled' : 'Cancel'}
      <span className="unseen"> order {orderId}</span>
    </button>
  )
}
