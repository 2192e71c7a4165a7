import { OrdersApiError } from 'orders-mock/client'
import { useCancels } from '../api/queries.ts'

/** Says what came of the last cancels. */
export function CancelMessages() {
  const messages = useCancels()
    .map((cancel) => ({ ...cancel, text: describe(cancel) }))
    .filter(({ text }) => text !== undefined)
  return (
    <div className="messages" role="status">
      {messages.slice(-3).map(({ key, text, status }) => (
        <p key={key} data-failed={status === 'error'}>
          {text}
        </p>
      ))}
    </div>
  )
}

function describe({ orderId, status, error, isTriedAgain }: ReturnType<typeof useCancels>[number]): string | undefined {
  if (isTriedAgain) return `The store is busy. Trying again to cancel order ${orderId} …`
  if (status === 'success') return `Order ${orderId} is cancelled.`
  return error === null ? undefined : describeFailure(error, orderId)
}

// By the status alone: the specification promises neither a body of the 409 nor the values of `code`.
function describeFailure(error: Error, orderId: string): string {
  const status = error instanceof OrdersApiError ? error.status : undefined
  if (status === 409) return `Order ${orderId} can no longer be cancelled.`
  if (status === 404) return `The store knows no order ${orderId} any more.`
  if (status === 503 || status === 429) return `The store is too busy to cancel order ${orderId}. Try again later.`
  return `Order ${orderId} could not be cancelled. Reload the orders to see how it stands.`
}
