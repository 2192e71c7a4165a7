/** When what has the focus is removed or disabled, focuses the same action of the row there, or the heading of the view. */
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
    target?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', note)
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** The rows of a table or a list, and what has the focus in them; one of these is a tab stop. */
const ROW = '.row:not(.head), .item'
const STOPS = 'button:not(:disabled), input'

/** Moves the focus: left and right in a row, up and down (or `k` and `j`) to the next one. @returns whether it did */
export function moveFocus(table: Element | null, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const { activeElement } = document
  // The arrows leave a line of text.
  if (table === null || (lineInUse() && !/^Arrow(?:Up|Down)$/.test(key))) return false
  const row = table.contains(activeElement) ? activeElement?.closest(ROW) : undefined
  const own = stopsOf(row)
  const column = own.findIndex((each) => each === activeElement)
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (sideways !== undefined) return focusStop(own[(column + sideways + own.length) % own.length])
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key]
  if (step === undefined) return false
  const rows = [...table.querySelectorAll(ROW)]
  const stops = stopsOf(row ? rows[rows.indexOf(row) + step] : rows[0])
  return focusStop(stops[Math.min(Math.max(column, 0), stops.length - 1)])
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

/** Moves the focus within the menu of a row, whose actions are no tab stops. @returns whether it did */
export function moveInMenu(menu: Element | null, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const step = { ArrowDown: 1, Tab: 1, ArrowUp: -1 }[key]
  const stops = stopsOf(menu)
  const at = stops.findIndex((each) => each === document.activeElement)
  return step !== undefined && focusStop(stops.at((at + step) % stops.length))
}

function focusStop(stop: HTMLElement | undefined): boolean {
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest' })
  return stop !== undefined
}

function stopsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter((each) => each.checkVisibility())
}
