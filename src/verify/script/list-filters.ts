/** What shows in a list that something is wrong. */
export type ListClue =
  /** That this order is there, or is not, and what its members are. */
  { readonly kind: 'order'; readonly id: bigint } | { readonly kind: 'repeated ids' } | { readonly kind: 'count' }

const STATUS = 'HTTP/[0-9.]+ [0-9]+'

/** A filter for the output of `curl -i`: the status, and what the clue is about. */
export function filterFor(clue: ListClue, named: (id: bigint) => string): string {
  if (clue.kind === 'order') {
    const order = String.raw`[^{}]*\"id\" *: *\"?${named(clue.id)}\"?[^0-9][^{}]*`
    return String.raw`tr -d '\r\n' | grep -oE "${STATUS}|${order}"`
  }
  if (clue.kind === 'count') return `grep -oF '{' | wc -l`
  return String.raw`tr -d '\r\n' | ${ids()} | sort | uniq -d`
}

/** A filter for a list: the id of the order at this place, counted from 0. */
export function pickFromList(index: number): string {
  return String.raw`tr -d '\r\n' | ${ids()} | sed -n ${index + 1}p | grep -oE -- '-?[0-9]+$'`
}

function ids(): string {
  return `grep -oE '"id" *: *"?-?[0-9]+'`
}
