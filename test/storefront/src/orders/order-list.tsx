import type { UseQueryResult } from '@tanstack/react-query'
import type { Order } from 'orders-mock/client'
import { useState } from 'react'
import { OrderCard } from './order-card.tsx'

const PAGE_SIZE = 60

/** All orders, or why there are none to be seen. The API has no pages, so they are made here. */
export function OrderList({ orders }: { readonly orders: UseQueryResult<Order<'string'>[]> }) {
  const [count, setCount] = useState(PAGE_SIZE)
  const { data, isError, isPending, failureCount } = orders
  return (
    <>
      <p role="status" className="quiet">
        {isPending && failureCount === 0 && 'Loading the orders …'}
        {isPending && failureCount > 0 && 'The store is busy. Trying again …'}
        {data?.length === 0 && 'There are no orders yet.'}
        {data !== undefined && data.length > 0 && `${data.length} ${data.length === 1 ? 'order' : 'orders'}`}
      </p>
      {isError && (
        <p role="alert" className="notice bad">
          The orders cannot be read just now. Reload them in a moment.
        </p>
      )}
      <ul className="orders">
        {data?.slice(0, count).map((order, index) => (
          <li key={order.id ?? `without-id-${index}`}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {data !== undefined && data.length > count && (
        <button onClick={() => setCount(count + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, data.length - count)} more
        </button>
      )}
    </>
  )
}
