import { useState } from 'preact/hooks'

export type View = 'orders' | 'requests' | 'sandboxes' | 'rules'

export const VIEWS: readonly (readonly [View, string])[] = [
  ['orders', 'Orders'],
  ['requests', 'Requests'],
  ['rules', 'Faults and clock'],
  ['sandboxes', 'Sandboxes'],
]

/** Where the page is: the sandbox and the view, as the address says them. */
export interface Place {
  readonly sandboxName: string
  readonly view: View
}

export function readAddress({ search }: Pick<Location, 'search'>): Place {
  const query = new URLSearchParams(search)
  const view = VIEWS.find(([each]) => each === query.get('view'))?.[0] ?? 'orders'
  return { sandboxName: query.get('sandbox') ?? 'main', view }
}

/** The address of a place, wherever the panel is: `/?sandbox=shipped~w3&view=requests`. */
export function addressOf(sandboxName: string, view: View): string {
  const query = [
    ...(sandboxName === 'main' ? [] : [`sandbox=${encodeURIComponent(sandboxName)}`]),
    ...(view === 'orders' ? [] : [`view=${view}`]),
  ]
  return location.pathname + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** What a view has in the address beside its place, such as a filter. Empty members are left out. */
export function useQuery<Query extends { readonly [name in keyof Query]: string }>(
  none: Query,
): [query: Query, setQuery: (query: Query) => void] {
  const [query, setQuery] = useState<Query>(() => {
    const given = [...new URLSearchParams(location.search)].filter(([name]) => name in none)
    return { ...none, ...Object.fromEntries(given) }
  })
  const set = (next: Query): void => {
    setQuery(next)
    const all = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string>(next)) {
      if (value === '') all.delete(name)
      else all.set(name, value)
    }
    const search = all.size === 0 ? '' : `?${all}`
    history.replaceState(history.state, '', location.pathname + search)
  }
  return [query, set]
}
