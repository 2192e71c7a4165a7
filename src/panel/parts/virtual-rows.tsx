import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

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

/** The rows of a table of any length: only those near the window are there. */
export function VirtualRows<Row>({ rows, rowHeight, children }: VirtualRowsProps<Row>): ComponentChildren {
  const frame = useRef<HTMLDivElement>(null)
  const [[first, end], setRange] = useState<Range>([0, 40])
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
  }, [rowHeight, rows.length])
  const shown = rows.slice(first, end).map((row, offset) => {
    const index = first + offset
    return children(row, { rowIndex: index + 2, style: { top: `${index * rowHeight}px`, height: `${rowHeight}px` } })
  })
  return (
    <div ref={frame} class="rows" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
      {shown}
    </div>
  )
}
