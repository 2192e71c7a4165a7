import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { moveFocus } from '../parts/focus.js'
import { Icon, type IconName } from '../parts/icon.js'
import { cutMiddle, showDistance } from '../state/words.js'
import { goTo, openNew } from '../state/load.js'
import { closeDialog, contentsHere, reset, run, state } from '../state/panel-state.js'
import { countByStatus, showCounts } from '../state/shown-order.js'

/** What it says, and what it does; if something is lost, `isDanger`: then it comes last, and is never picked beforehand. */
type Entry = Readonly<{ group: string; words: string; detail?: string; hint?: string; key?: string | undefined }> &
  Readonly<{ icon?: IconName | undefined; isDanger?: boolean; go: () => unknown }>

const SANDBOXES = { group: 'Sandboxes', icon: 'sandbox' } as const

/** Entries of a group, of which there may be thousands. */
const MAX_SHOWN = 8

export function Palette() {
  const [text, setText] = useState('')
  const [here] = useState(actionsHere)
  const wanted = text.trim().toLowerCase()
  const found = entriesWith(wanted, here)
  const picked = found.find(({ isDanger }) => isDanger !== true)
  return (
    <Dialog title="Search or run" class="palette">
      <form
        onSubmit={() => picked && choose(picked)}
        onKeyDown={(event) => moveFocus(event.currentTarget, event) && event.preventDefault()}
      >
        <Field label="Search actions, views, sandboxes and scenarios" type="search" value={text} onInput={setText} />
        <ul class="list">
          {found.length === 0 && <li class="hint">No matches</li>}
          {found.map((entry, index) => (
            <li key={index} class="item">
              {entry.group !== found[index - 1]?.group && <p class="hint">{entry.group}</p>}
              <button
                type="button"
                class={`line quiet ${entry === picked && 'picked'} ${entry.isDanger === true && 'danger'}`}
                onClick={() => choose(entry)}
              >
                {entry.icon && <Icon name={entry.icon} />}
                <Marked text={entry.words} part={wanted} />
                <small>{entry.detail}</small>
                <small>{entry.hint}</small>
                {entry.key !== undefined && <kbd>{entry.key}</kbd>}
              </button>
            </li>
          ))}
        </ul>
        <p class="line hint">
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>↵</kbd> run
        </p>
      </form>
    </Dialog>
  )
}

function entriesWith(wanted: string, here: readonly Entry[]): readonly Entry[] {
  const [safe, dangerous] = [false, true].map((isLost) => here.filter(({ isDanger = false }) => isDanger === isLost))
  return [safe ?? [], ...places(), dangerous ?? [], resets()]
    .map((all) => all.filter(({ words, detail }) => `${words} ${detail ?? ''}`.toLowerCase().includes(wanted)))
    .flatMap((all, index) => (index === 0 ? all : all.slice(0, MAX_SHOWN)))
}

function choose({ go }: Entry): void {
  closeDialog()
  void go()
}

function Marked({ text, part }: { readonly text: string; readonly part: string }) {
  const start = text.toLowerCase().indexOf(part)
  if (start < 0 || part === '') return <span title={text}>{cutMiddle(text)}</span>
  const end = start + part.length
  return (
    <span>
      {text.slice(0, start)}
      <b>
        <u>{text.slice(start, end)}</u>
      </b>
      {text.slice(end)}
    </span>
  )
}

/** Buttons of the page but for those of single rows, and those that the palette has anyway. */
const ACTIONS =
  'main :is(button, label.button):not(:disabled, [aria-disabled=true], [data-replaces], .more, .sort, .filters *, .row *, .item *, .failure *)'

function actionsHere(): readonly Entry[] {
  return [...document.querySelectorAll<HTMLElement>(ACTIONS)].map((button) => ({
    group: button.matches('.danger') ? 'Delete' : 'Here',
    icon: button.querySelector('.icon')?.classList[1] as IconName | undefined,
    words: button.ariaLabel ?? button.textContent.trim(),
    hint: button.title.replace(/^Undo: /, ''),
    key: button.getAttribute('aria-keyshortcuts')?.replace('Control+', 'Ctrl '),
    isDanger: button.matches('.danger'),
    go: () => button.click(),
  }))
}

function places(): readonly (readonly Entry[])[] {
  const { sandboxName, sandboxes, scenarios } = state.value
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.top nav a:not([aria-current]), .reference-link')]
  const others = sandboxes.sandboxes.filter(({ name }) => name !== sandboxName)
  return [
    links.map((link) => ({ group: 'Go to', icon: 'lines', words: link.text, go: () => link.click() })),
    others.map(({ name, counts, lastUsed }) => ({
      ...SANDBOXES,
      words: name,
      detail: showCounts(counts),
      hint: showDistance(Date.parse(lastUsed), Date.now()),
      go: () => goTo({ sandboxName: name }),
    })),
    scenarios.map(({ name, title = '' }) => ({
      ...SANDBOXES,
      words: name,
      detail: 'in a sandbox of its own',
      hint: title,
      go: () => run(() => openNew({ scenario: name })),
    })),
  ]
}

function resets(): readonly Entry[] {
  const { contents, sandboxName, scenarios } = state.value
  if (contents === undefined) return []
  return scenarios.map(({ name }) => ({
    group: `Replace what is in ${sandboxName}`,
    icon: 'reset',
    words: `Reset to ${name}`,
    detail: showCounts(countByStatus(contentsHere().orders)),
    hint: 'can be undone',
    isDanger: true,
    go: () => reset(name),
  }))
}
