import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.js'
import { moveFocus } from '../parts/focus.js'
import { Facts } from '../parts/view.js'
import { Palette } from './palette.js'

const KEYS = [
  ['/', 'Search'],
  ['n', 'New: an order, a fault, a sandbox'],
  ['j and k, or the arrows', 'Next and previous row'],
  ['← and →', 'Within a row'],
  ['Ctrl K', 'Find a sandbox or a scenario'],
  ['Ctrl Z', 'Undo'],
  ['Esc', 'Close'],
  ['?', 'This help'],
] as const

/** What the keyboard does in every view. */
export function Keys() {
  const [opened, setOpened] = useState<'palette' | 'help'>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog') !== null) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key === 'k') setOpened('palette')
      else if (isTyping() || event.altKey) return
      else if (!isCommand && event.key === '?') setOpened('help')
      else if (isCommand ? !undo(event) : !press(event)) return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const close = (): void => setOpened(undefined)
  if (opened === 'palette') return <Palette onClose={close} />
  if (opened === undefined) return null
  return (
    <Dialog title="Keys" onClose={close}>
      <Facts rows={KEYS} />
    </Dialog>
  )
}

/** Whether keys belong to a field of text. */
function isTyping(): boolean {
  const element = document.activeElement
  if (element instanceof HTMLInputElement) return element.type !== 'checkbox'
  return element instanceof HTMLSelectElement
}

function undo({ key, shiftKey }: KeyboardEvent): boolean {
  if (key !== 'z' || shiftKey) return false
  document.querySelector<HTMLElement>('[aria-keyshortcuts]')?.click()
  return true
}

function press(event: KeyboardEvent): boolean {
  if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  else if (event.key === 'n') document.querySelector<HTMLElement>('[data-new]')?.click()
  else return moveFocus(document.querySelector('main [role=table], main .list'), event)
  return true
}
