import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { moveFocus } from '../parts/focus.js'
import { Facts } from '../parts/view.js'
import { goTo } from '../state/load.js'
import { reset, state } from '../state/panel-state.js'

const KEYS = [
  ['/', 'Search'],
  ['n', 'Add an order, a fault or a sandbox'],
  ['j and k, or the arrows', 'Next and previous row'],
  ['← and →', 'Move within a row'],
  ['Ctrl K', 'Search sandboxes and scenarios'],
  ['Ctrl Z', 'Undo'],
  ['Esc', 'Close'],
  ['?', 'This help'],
] as const

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
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <Facts rows={KEYS} />
    </Dialog>
  )
}

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

/** Sandboxes, and scenarios, of which the palette shows no more. */
const MAX_SHOWN = 8

/** Goes to a sandbox, or resets the one that is shown to a scenario, by typing a part of its name. */
function Palette({ onClose }: { readonly onClose: () => void }) {
  const { sandboxes, scenarios, sandboxName } = state.value
  const [text, setText] = useState('')
  const resetTo = async (scenario: string): Promise<void> => {
    if (await reset(scenario)) onClose()
  }
  const open = (name: string): void => {
    onClose()
    goTo({ sandboxName: name })
  }
  const found = [
    sandboxes.sandboxes.map(({ name }) => ({ words: `Open ${name}`, go: () => open(name) })),
    scenarios.map(({ name }) => ({ words: `Reset ${sandboxName} to ${name}`, go: () => void resetTo(name) })),
  ].flatMap((all) =>
    all.filter(({ words }) => words.toLowerCase().includes(text.trim().toLowerCase())).slice(0, MAX_SHOWN),
  )
  const goToFirst = (event: Event): void => {
    event.preventDefault()
    found[0]?.go()
  }
  return (
    <Dialog title="Sandboxes and scenarios" onClose={onClose}>
      <form onSubmit={goToFirst} onKeyDown={(event) => moveFocus(event.currentTarget, event) && event.preventDefault()}>
        <Field label="Search sandboxes and scenarios" type="search" value={text} onInput={setText} />
        {found.length === 0 && <p class="hint">No matches</p>}
        <ul class="list">
          {found.map(({ words, go }) => (
            <li key={words} class="item">
              <Button class="quiet" onClick={go} words={words} />
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
