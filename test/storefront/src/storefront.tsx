import { OrdersApiError } from 'orders-mock/client'
import { KeyForm } from './access/key-form.tsx'
import { useStoredKey } from './access/use-stored-key.ts'
import { OrdersApiProvider, useOrdersApi } from './api/orders-api.tsx'
import { useOrders } from './api/queries.ts'
import { CancelMessages } from './orders/cancel-messages.tsx'
import { DeprecationBanner } from './orders/deprecation-banner.tsx'
import { OrderList } from './orders/order-list.tsx'

/** The whole page. */
export function Storefront() {
  const [apiKey, setApiKey] = useStoredKey()
  return (
    <OrdersApiProvider key={apiKey} apiKey={apiKey}>
      <Store onKey={setApiKey} />
    </OrdersApiProvider>
  )
}

function Store({ onKey }: { readonly onKey: (key: string | undefined) => void }) {
  const { apiKey } = useOrdersApi()
  const orders = useOrders()
  const refusal = orders.error instanceof OrdersApiError && orders.error.status === 401 ? orders.error : undefined
  return (
    <>
      <header className="top">
        <h1>Pet store orders</h1>
        {refusal === undefined && (
          <nav aria-label="Store">
            <button onClick={() => void orders.refetch()}>Reload</button>
            <button onClick={() => onKey(undefined)}>Use another key</button>
          </nav>
        )}
      </header>
      <DeprecationBanner />
      <main>
        {refusal === undefined ? (
          <OrderList orders={orders} />
        ) : (
          <KeyForm refusedKey={apiKey} refusal={refusal} onKey={onKey} />
        )}
      </main>
      <CancelMessages />
    </>
  )
}
