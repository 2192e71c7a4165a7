import { sh, type ShellCode, type ShellText, word } from './shell.js'

/** What shows in a list that something is wrong. */
export type ListClue =
  /** That this order is there, or is not, and what its members are. */
  { readonly kind: 'order'; readonly id: bigint } | { readonly kind: 'repeated ids' } | { readonly kind: 'count' }

const STATUS = 'HTTP/[0-9.]+ [0-9]+'

// Takes the objects out of the orders, the innermost first: they may have ids of their own.
const FLAT = sh`sed -E -e ':a' -e 's/(\{[^{}]*)\{[^{}]*\}/\1null/g' -e ta`

interface ListLayout {
  /** Whether orders have objects in them. */
  readonly isNested: boolean
}

/** A filter for the output of `curl -i`: the status, and what the clue is about. */
export function filterFor(clue: ListClue, named: (id: bigint) => ShellText, layout: ListLayout): ShellCode {
  if (clue.kind === 'order') {
    return sh`${inOneLine(layout)} | grep -oE ${word([`${STATUS}|`, ...orderWith(named(clue.id))])}`
  }
  if (clue.kind === 'count') return sh`${layout.isNested ? [sh`${inOneLine(layout)} |`] : []} grep -oF '{' | wc -l`
  return sh`${inOneLine(layout)} | ${IDS} | sort | uniq -d`
}

/** A filter for a list: the id of the order at this place, counted from 0. */
export function pickFromList(index: number, layout: ListLayout): ShellCode {
  return sh`${inOneLine(layout)} | ${IDS} | sed -n ${`${index + 1}p`} | grep -oE -- '-?[0-9]+$'`
}

/** A filter for JSON: the digits in a member, whether they are a number or a string; none goes through a number of the shell. */
export function digitsOf(member: string): ShellCode {
  const name = JSON.stringify(member).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return sh`grep -oE ${`${name} *: *"?-?[0-9]+`} | grep -oE -- '-?[0-9]+$'`
}

function orderWith(id: ShellText): ShellText {
  return ['[^{}]*"id" *: *"?', ...id, '"?[^0-9][^{}]*']
}

function inOneLine({ isNested }: ListLayout): ShellCode {
  return isNested ? sh`tr -d '\r\n' | ${FLAT}` : sh`tr -d '\r\n'`
}

const IDS = sh`grep -oE '"id" *: *"?-?[0-9]+'`
