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

/** The address of a place, below the origin: `/?sandbox=shipped~w3&view=requests`. */
export function addressOf(sandboxName: string, view: View): string {
  const query = [
    ...(sandboxName === 'main' ? [] : [`sandbox=${encodeURIComponent(sandboxName)}`]),
    ...(view === 'orders' ? [] : [`view=${view}`]),
  ]
  return query.length === 0 ? '/' : `/?${query.join('&')}`
}
