/**
 * As long as the page is there: when what has the focus is taken away or disabled, gives the focus to the same action
 * of the row that now stands there, or else to the heading of the view.
 */
export function keepFocus(): void {
  let last: Readonly<{ element: Element; words: string; rowIndex: string | null | undefined }> | undefined
  const note = ({ target: element }: FocusEvent): void => {
    if (!(element instanceof Element)) return
    last = { element, words: element.textContent, rowIndex: element.closest('[role=row]')?.ariaRowIndex }
  }
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document
    const isLost = last !== undefined && (!last.element.isConnected || last.element.matches(':disabled'))
    if (!isLost || (activeElement !== null && activeElement !== body && activeElement !== last?.element)) return
    const same = document.querySelector(`[aria-rowindex="${last?.rowIndex}"]`)
    const row = last?.rowIndex === undefined ? undefined : (same ?? [...document.querySelectorAll(ROW)].at(-1))
    const stops = stopsOf(row)
    const action = stops.find(({ textContent }) => textContent === last?.words) ?? stops.at(-1)
    const field = document.querySelector<HTMLElement>('dialog :is(input, select)')
    const target = action ?? field ?? document.querySelector('h1') ?? document.querySelector('main')
    target?.focus()
  })
  document.addEventListener('focusin', note)
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** The rows of a table or a list, and what has the focus in them; one of these is a tab stop. */
const ROW = '.row:not(.head), .item'
const STOPS = 'button:not(:disabled), input'

/**
 * Moves the focus within a table: left and right in a row, up and down (or `k` and `j`) to the next row.
 * @returns whether the key was one of these
 */
export function moveFocus(table: Element | null, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const { activeElement } = document
  // The arrows leave a line of text.
  if (table === null || (lineInUse() && !/^Arrow(?:Up|Down)$/.test(key))) return false
  const row = activeElement !== null && table.contains(activeElement) ? activeElement.closest(ROW) : null
  const column = row === null ? 0 : stopsOf(row).findIndex((each) => each === activeElement)
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key]
  if (step !== undefined) {
    const rows = [...table.querySelectorAll(ROW)]
    const stops = stopsOf(row === null ? rows[0] : rows[rows.indexOf(row) + step])
    focusStop(stops[Math.min(Math.max(column, 0), stops.length - 1)])
    return stops.length > 0
  }
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (sideways === undefined || row === null) return false
  const stops = stopsOf(row)
  focusStop(stops[(column + sideways + stops.length) % stops.length])
  return true
}

/** Goes to the first field that says what is wrong with it, once the page shows it. */
export function focusMistake(): void {
  const form = document.querySelector('dialog') ?? document
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** The line of text into which the person types. */
export function lineInUse(): HTMLInputElement | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox' ? activeElement : undefined
}

/** Moves the focus within the menu of a row, whose actions are no tab stops. @returns whether the key was one for it */
export function moveInMenu(menu: Element | null, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const step = { ArrowDown: 1, Tab: 1, ArrowUp: -1 }[key]
  if (menu === null || step === undefined) return false
  const stops = stopsOf(menu)
  const at = stops.findIndex((each) => each === document.activeElement)
  focusStop(stops.at((at + step) % stops.length))
  return true
}

function focusStop(stop: HTMLElement | undefined): void {
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest' })
}

function stopsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter((each) => each.checkVisibility())
}
