import { useState } from 'preact/hooks'

const WORDS = { orders: 'Orders', requests: 'Requests', rules: 'Faults and clock', sandboxes: 'Sandboxes' }

export type ViewName = keyof typeof WORDS

export const VIEWS = Object.entries(WORDS) as [ViewName, string][]

export type Place = Readonly<{ sandboxName: string; view: ViewName }>

export function readAddress(): Place {
  const query = new URLSearchParams(location.search)
  const view = VIEWS.find(([each]) => each === query.get('view'))?.[0] ?? 'orders'
  return { sandboxName: query.get('sandbox') ?? 'main', view }
}

/** The address of a place, wherever the panel is: `/?sandbox=shipped~w3&view=requests`. */
export function addressOf({ sandboxName, view }: Place): string {
  const sandbox = sandboxName === 'main' ? [] : [`sandbox=${encodeURIComponent(sandboxName)}`]
  const query = [...sandbox, ...(view === 'orders' ? [] : [`view=${view}`])].join('&')
  return location.pathname + (query && `?${query}`)
}

export function referenceAddress(): string {
  return location.pathname === '/' ? '/docs' : '../docs/'
}

/** Removes what a link brings along (`#token=…`) from the address: it is neither bookmarked, shared nor opened twice. */
export function takeFromAddress(name: 'token' | 'situation'): string | undefined {
  const value = new URLSearchParams(location.hash.slice(1)).get(name)
  if (value === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return value
}

/** The settings of a view in the address beside its place, such as filters: texts; empty ones are omitted. */
export type Query<Values> = Readonly<{ values: Values; set: (changes: Partial<Values>) => void }>

export function useQuery<Values extends { readonly [name in keyof Values]: string }>(none: Values): Query<Values> {
  const [values, setValues] = useState<Values>(() => {
    const given = [...new URLSearchParams(location.search)].filter(([name]) => name in none)
    return { ...none, ...Object.fromEntries(given) }
  })
  const set = (changes: Partial<Values>): void => {
    const next = { ...values, ...changes }
    setValues(next)
    const all = new URLSearchParams(location.search)
    for (const name of Object.keys(none)) all.delete(name)
    for (const [name, value] of Object.entries<string>(next)) if (value !== '') all.set(name, value)
    history.replaceState(history.state, '', location.pathname + (all.size === 0 ? '' : `?${all}`))
  }
  return { values, set }
}
