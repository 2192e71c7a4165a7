import { Dialog } from '../parts/dialog.js'
import { lineInUse, moveFocus, moveInMenu } from '../parts/focus.js'
import { Facts } from '../parts/view.js'
import { openDialog } from '../state/panel-state.js'
import { Palette } from './palette.js'

const KEYS = [
  ['/', 'Search'],
  ['n', 'Add an order, a fault or a sandbox'],
  ['j and k, or the arrows', 'Next and previous row'],
  ['← and →', 'Move within a row'],
  ['Ctrl K', 'Search or run'],
  ['Ctrl Z', 'Undo'],
  ['Esc', 'Close what is open'],
  ['?', 'This help'],
] as const

/** The arrows scroll the details of a request. */
const LISTS = 'main [role=table], main .list'

const HELP = (
  <Dialog title="Keyboard shortcuts">
    <Facts rows={KEYS} />
  </Dialog>
)

export function onKey(event: KeyboardEvent): void {
  if (moveInMenu(document.querySelector('.sheet:popover-open'), event)) return event.preventDefault()
  // What is open over the page closes itself.
  if (document.querySelector('dialog, :popover-open') !== null) return
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key === 'k') openDialog(<Palette />)
  else if (event.altKey) return
  else if (event.key !== 'Escape' && (lineInUse() ?? document.activeElement?.matches('select'))) return
  else if (!isCommand && event.key === '?') openDialog(HELP)
  else if (isCommand && (event.key !== 'z' || event.shiftKey)) return
  else if (isCommand) click('[aria-keyshortcuts="Control+Z"]')
  else if (!press(event)) return
  event.preventDefault()
}

function close(): boolean {
  // A search that contains something is emptied first.
  if (lineInUse()?.value) return false
  const button = document.querySelector<HTMLElement>('[data-close]')
  button?.click()
  if (button === null) frameElement?.dispatchEvent(new Event('close'))
  return true
}

function click(button: string): void {
  document.querySelector<HTMLElement>(button)?.click()
}

function press(event: KeyboardEvent): boolean {
  if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  else if (event.key === 'Escape') return close()
  else if (event.key === 'n') click('[aria-keyshortcuts=n]')
  else {
    const own = document.activeElement?.closest(`${LISTS}, .detail`)
    return own?.matches('.detail') !== true && moveFocus(own ?? document.querySelector(LISTS), event)
  }
  return true
}
