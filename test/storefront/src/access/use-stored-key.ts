import { useState } from 'react'

const NAME = 'orders-key'

/** The key, which this tab remembers; `undefined` forgets it. */
export function useStoredKey(): readonly [string | undefined, (key: string | undefined) => void] {
  const [key, setKey] = useState(() => sessionStorage.getItem(NAME) ?? import.meta.env.VITE_ORDERS_KEY)
  const store = (next: string | undefined): void => {
    if (next === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, next)
    setKey(next)
  }
  return [key, store]
}
