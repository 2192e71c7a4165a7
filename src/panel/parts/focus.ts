/** Puts the focus on the heading of the view, if what had it is gone. */
export function focusHeading(): void {
  // Once the browser has put it where it belongs, and what is to go has gone.
  setTimeout(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    document.querySelector<HTMLElement>('h1')?.focus()
  })
}

/** Puts the focus on the heading whenever what had it is taken away, as long as the page is there. */
export function keepFocus(): () => void {
  document.addEventListener('focusout', replaceLost)
  return () => document.removeEventListener('focusout', replaceLost)
}

function replaceLost({ target }: FocusEvent): void {
  setTimeout(() => target instanceof Element && !target.isConnected && focusHeading())
}

/** The buttons of a row of a table or a list, of which one is a tab stop. */
const ROW = '.row:not(.head), .item'
const STOPS = 'button:not(:disabled), input'

/**
 * Moves the focus within a table: left and right in a row, up and down (or `k` and `j`) to the next row.
 *
 * @returns whether the key was one of these
 */
export function moveFocus(table: Element | null, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const { activeElement } = document
  if (table === null || (activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox')) return false
  const row = activeElement !== null && table.contains(activeElement) ? activeElement.closest(ROW) : null
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key]
  if (step !== undefined) {
    const rows = [...table.querySelectorAll(ROW)]
    const next = row === null ? rows[0] : rows[rows.indexOf(row) + step]
    const column = row === null ? 0 : stopsOf(row).findIndex((each) => each === activeElement)
    focusStop(next, column)
    return true
  }
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (sideways === undefined || row === null) return false
  const stops = stopsOf(row)
  focusStop(row, (stops.findIndex((each) => each === activeElement) + sideways + stops.length) % stops.length)
  return true
}

function focusStop(row: Element | undefined, column: number): void {
  const stops = row === undefined ? [] : stopsOf(row)
  const stop = stops[Math.min(Math.max(column, 0), stops.length - 1)]
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest' })
}

function stopsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOPS)]
}
