import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Facts } from '../parts/facts.js'
import { Dialog } from '../parts/dialog.js'
import { moveFocus } from '../parts/focus.js'
import { Palette } from './palette.js'
import { isTyping } from './toast.js'

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
export function Keys(): ComponentChildren {
  const [opened, setOpened] = useState<'palette' | 'help'>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPalette = (event.ctrlKey || event.metaKey) && event.key === 'k'
      if (document.querySelector('dialog') !== null) return
      if (isPalette) setOpened('palette')
      else if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return
      else if (event.key === '?') setOpened('help')
      else if (!press(event)) return
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

function press(event: KeyboardEvent): boolean {
  if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  else if (event.key === 'n') document.querySelector<HTMLElement>('[data-new]')?.click()
  else return moveFocus(document.querySelector('main [role=table], main .list'), event)
  return true
}
