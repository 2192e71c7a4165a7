import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** How long a row is shown as new or changed. */
export const CHANGED_MS = 6000

/** A column of a table; the cells have its class, and their place in a row has its name. */
export interface Column<Row> {
  readonly class: string
  readonly head: ComponentChildren
  readonly sort?: 'ascending' | 'descending' | 'none'
  /** Of its cells, if they name their rows. */
  readonly role?: 'rowheader' | 'cell'
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Additional classes of a row. */
  readonly classOf: (row: Row) => string
  readonly style?: Readonly<Record<string, string>>
}

/** A table of any length: only the rows near the window are there, and the one that has the focus. */
export function Table<Row>({ name, columns, rows, keyOf, classOf, style }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const [first, end] = useRange(frame, rows.length)
  useStillness(frame, rows.map(keyOf))
  const [focused, setFocused] = useState<string | number>()
  const shown = rows.flatMap((row, index) => {
    const isShown = (index >= first && index < end) || keyOf(row) === focused
    return isShown ? [[row, index] as const] : []
  })
  return (
    <div class="table" role="table" aria-label={name} aria-rowcount={rows.length + 1} style={style}>
      <div class="head-group" role="rowgroup">
        <div class="row head" role="row" aria-rowindex={1}>
          {cellsOf(columns)}
        </div>
      </div>
      <div ref={frame} class="rows" role="rowgroup" style={{ '--rows': rows.length }}>
        {shown.map(([row, index]) => (
          <div
            key={keyOf(row)}
            class={`row ${classOf(row)}`}
            role="row"
            // The head is 1.
            aria-rowindex={index + 2}
            style={{ '--row': index }}
            onFocusIn={() => setFocused(keyOf(row))}
            onFocusOut={() => setFocused(undefined)}
          >
            {cellsOf(columns, row)}
          </div>
        ))}
      </div>
    </div>
  )
}

export type Selected = Signal<ReadonlySet<string>>
type TickProps = Readonly<{ label: string; keys: readonly string[]; selected: Selected; disabled?: boolean }>

/** A box that is ticked if all of these rows are selected, and selects or deselects them. */
export function Tick({ label, keys, selected, ...rest }: TickProps) {
  const areAll = keys.every((key) => selected.value.has(key))
  const toggle = (): void => {
    const next = new Set(selected.value)
    for (const key of keys) next[areAll ? 'delete' : 'add'](key)
    selected.value = next
  }
  return <input type="checkbox" aria-label={label} checked={areAll} onChange={toggle} {...rest} />
}

function cellsOf<Row>(columns: readonly Column<Row>[], row?: Row) {
  return columns.map(({ head, sort, role = 'cell', cell, ...column }) => (
    <span
      key={column.class}
      class={`cell ${column.class}`}
      style={{ gridArea: column.class }}
      role={row === undefined ? 'columnheader' : role}
      aria-sort={row === undefined ? sort : undefined}
    >
      {row === undefined ? head : cell(row)}
    </span>
  ))
}

/** When rows come above those that are read, scrolls on by their height, so that no row moves under the pointer. */
function useStillness(frame: { readonly current: Element | null }, keys: readonly (string | number)[]): void {
  const last = useRef(keys)
  useLayoutEffect(() => {
    const added = keys.indexOf(last.current[0] ?? '')
    const isSame = last.current.slice(0, 3).join() === keys.slice(added, added + 3).join()
    // At its top, the list shows what is new.
    if (added > 0 && isSame && scrollY > 60) scrollBy(0, ((frame.current?.clientHeight ?? 0) / keys.length) * added)
    last.current = keys
  })
}

/** Rows beyond the edges of the window that are rendered as well, so that quick scrolling shows no gaps. */
const SPARE_ROWS = 8

/** Which rows are near the window; the style sheets know their height. */
function useRange(frame: { readonly current: Element | null }, count: number): readonly [first: number, end: number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 40])
  useLayoutEffect(() => {
    const measure = (): void => {
      const { top = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
      const rowHeight = Math.max(1, height / count)
      const next = [Math.floor(-top / rowHeight) - SPARE_ROWS, Math.ceil((innerHeight - top) / rowHeight) + SPARE_ROWS]
      setRange((last) => (last.join() === next.join() ? last : [next[0] ?? 0, next[1] ?? 0]))
    }
    measure()
    const end = new AbortController()
    // The table may be in something else that scrolls.
    addEventListener('scroll', measure, { passive: true, capture: true, signal: end.signal })
    addEventListener('resize', measure, { signal: end.signal })
    return () => end.abort()
  }, [count])
  return range
}
