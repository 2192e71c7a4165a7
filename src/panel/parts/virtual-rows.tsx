import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { focusHeading } from './focus.js'

interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly rowHeight: number
  /** Renders a row; `style` puts it where it belongs. */
  readonly children: (row: Row, place: RowPlace) => ComponentChildren
}

/** Where a row stands. */
export interface RowPlace {
  /** Counted as `aria-rowindex` counts: the header is 1. */
  readonly rowIndex: number
  readonly style: { readonly top: string; readonly height: string }
}

type Range = readonly [first: number, end: number]

/** Rows beyond the edges of the window that are rendered as well, so that quick scrolling shows no gaps. */
const SPARE_ROWS = 8

/** The rows of a table of any length: only those near the window are there, and the one that has the focus. */
export function VirtualRows<Row>({ rows, rowHeight, children }: VirtualRowsProps<Row>): ComponentChildren {
  const frame = useRef<HTMLDivElement>(null)
  const focus = useKeptFocus(frame.current)
  const [first, end] = useRange(frame, rowHeight, rows.length)
  const render = (row: Row, index: number): ComponentChildren =>
    children(row, { rowIndex: index + 2, style: { top: `${index * rowHeight}px`, height: `${rowHeight}px` } })
  const shown = rows.slice(first, end).map((row, offset) => render(row, first + offset))
  const focused = rows[focus.index]
  if (focused !== undefined && focus.index < first) shown.unshift(render(focused, focus.index))
  if (focused !== undefined && focus.index >= end) shown.push(render(focused, focus.index))
  return (
    <div
      ref={frame}
      class="rows"
      role="rowgroup"
      style={{ height: `${rows.length * rowHeight}px` }}
      onFocusIn={focus.note}
      onFocusOut={focus.forget}
    >
      {shown}
    </div>
  )
}

function useRange(frame: { readonly current: Element | null }, rowHeight: number, count: number): Range {
  const [range, setRange] = useState<Range>([0, 40])
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = frame.current?.getBoundingClientRect().top ?? 0
      const next: Range = [
        Math.max(0, Math.floor(-top / rowHeight) - SPARE_ROWS),
        Math.max(0, Math.ceil((innerHeight - top) / rowHeight) + SPARE_ROWS),
      ]
      setRange((last) => (last.join() === next.join() ? last : next))
    }
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [rowHeight, count])
  return range
}

interface KeptFocus {
  /** Which row has the focus; -1 if none has. */
  readonly index: number
  readonly note: (event: FocusEvent) => void
  readonly forget: (event: FocusEvent) => void
}

/** Gives the focus to the row that stands where the focused thing was, when that is gone. */
function useKeptFocus(frame: Element | null): KeptFocus {
  const last = useRef<{ readonly element: Element; readonly index: number } | undefined>(undefined)
  useLayoutEffect(() => {
    if (last.current === undefined || last.current.element.isConnected) return
    const { index } = last.current
    last.current = undefined
    const rows = frame?.querySelectorAll('[role=row]') ?? []
    const row = [...rows].find((each) => each.ariaRowIndex === `${index + 2}`) ?? [...rows].at(-1)
    const stop = row?.querySelector<HTMLElement>('button, input')
    if (stop === null || stop === undefined) focusHeading()
    else stop.focus()
  })
  const note = ({ target }: FocusEvent): void => {
    const index = target instanceof Element ? Number(target.closest('[role=row]')?.ariaRowIndex) - 2 : -1
    if (target instanceof Element) last.current = { element: target, index }
  }
  const forget = (): void => {
    const left = last.current
    // What is taken away leaves as well; by then it is gone.
    queueMicrotask(() => {
      if (left === last.current && left?.element.isConnected === true) last.current = undefined
    })
  }
  return { index: last.current?.index ?? -1, note, forget }
}
