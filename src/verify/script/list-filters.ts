/** What shows in a list that something is wrong. */
export type ListClue =
  /** That this order is there, or is not, and what its members are. */
  { readonly kind: 'order'; readonly id: bigint } | { readonly kind: 'repeated ids' } | { readonly kind: 'count' }

const STATUS = 'HTTP/[0-9.]+ [0-9]+'

// Takes the objects out of the orders, the innermost first: they may have ids of their own.
const FLAT = String.raw`sed -E -e ':a' -e 's/(\{[^{}]*)\{[^{}]*\}/\1null/g' -e ta`

interface ListLayout {
  /** Whether orders have objects in them. */
  readonly isNested: boolean
}

/** A filter for the output of `curl -i`: the status, and what the clue is about. */
export function filterFor(clue: ListClue, named: (id: bigint) => string, layout: ListLayout): string {
  if (clue.kind === 'order') {
    const order = String.raw`[^{}]*\"id\" *: *\"?${named(clue.id)}\"?[^0-9][^{}]*`
    return `${inOneLine(layout)} | grep -oE "${STATUS}|${order}"`
  }
  if (clue.kind === 'count') return `${layout.isNested ? `${inOneLine(layout)} | ` : ''}grep -oF '{' | wc -l`
  return `${inOneLine(layout)} | ${ids()} | sort | uniq -d`
}

/** A filter for a list: the id of the order at this place, counted from 0. */
export function pickFromList(index: number, layout: ListLayout): string {
  return `${inOneLine(layout)} | ${ids()} | sed -n ${index + 1}p | grep -oE -- '-?[0-9]+$'`
}

function inOneLine({ isNested }: ListLayout): string {
  return [String.raw`tr -d '\r\n'`, ...(isNested ? [FLAT] : [])].join(' | ')
}

function ids(): string {
  return `grep -oE '"id" *: *"?-?[0-9]+'`
}
