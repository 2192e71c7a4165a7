import { type DeprecationNotice, OrdersClient } from 'orders-mock/client'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { ORDERS_URL } from '../settings.ts'

/** Who asks the service, and what it said beside its answers. */
export interface OrdersApi {
  /** Its ids are strings: they keep every digit, and query keys and `JSON.stringify` take them. */
  readonly client: OrdersClient<'string'>
  readonly apiKey: string | undefined
  /** What the service said of an operation that it is going to switch off. */
  readonly deprecation: DeprecationNotice | undefined
}

const OrdersApiContext = createContext<OrdersApi | undefined>(undefined)

interface OrdersApiProviderProps {
  readonly apiKey: string | undefined
  readonly children: ReactNode
}

/** Lets everything below ask the service with a key. */
export function OrdersApiProvider({ apiKey, children }: OrdersApiProviderProps) {
  const [deprecation, setDeprecation] = useState<DeprecationNotice>()
  const client = useMemo(
    () => new OrdersClient({ baseUrl: ORDERS_URL, apiKey, ids: 'string', onDeprecated: setDeprecation }),
    [apiKey],
  )
  const api = useMemo(() => ({ client, apiKey, deprecation }), [client, apiKey, deprecation])
  return <OrdersApiContext value={api}>{children}</OrdersApiContext>
}

export function useOrdersApi(): OrdersApi {
  const api = useContext(OrdersApiContext)
  if (api === undefined) throw new Error('There is no <OrdersApiProvider> above this component.')
  return api
}
