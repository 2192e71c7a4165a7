import type { JSX } from 'preact'
import { Field } from '../parts/field.js'
import { Brand, Icon } from '../parts/icon.js'
import { cutMiddle } from '../state/words.js'
import { addressOf, referenceAddress, type ViewName, VIEWS } from '../state/address.js'
import { goTo } from '../state/load.js'
import { openDialog, state } from '../state/panel-state.js'
import { Palette } from './palette.js'

const CONNECTIONS = { connecting: 'Connecting', live: 'Live', lost: 'Not connected' } as const
/** The most recently used ones; the view of sandboxes has them all. */
const MAX_CHOICES = 50

export function TopBar() {
  const { connection, view, sandboxes } = state.value
  return (
    <header class="top">
      <div class="line top-line">
        <Brand />
        <SandboxChoice />
        <nav class="line" aria-label="Views">
          {VIEWS.map(([each, words]) => (
            <ViewLink key={each} view={each} aria-current={each === view ? 'page' : undefined}>
              {words}
            </ViewLink>
          ))}
        </nav>
        <button type="button" class="search" title="Search or run (Ctrl K)" onClick={() => openDialog(<Palette />)}>
          <Icon name="search" />
          <span>Search or run…</span> <kbd>Ctrl K</kbd>
        </button>
        {/* The page of another application serves none. */}
        {sandboxes.sandboxes[0]?.panelUrl !== undefined && (
          <a class="reference-link" href={referenceAddress()}>
            API reference
          </a>
        )}
        <p class={`lines connection ${connection}`} role="status">
          <span aria-hidden="true">●</span>
          <span class="connection-words">{CONNECTIONS[connection]}</span>
        </p>
      </div>
    </header>
  )
}

type ViewLinkProps = { readonly view: ViewName } & Omit<JSX.IntrinsicElements['a'], 'role' | 'href'>

/** A link to a view, which is shown without loading the page; a person who wants a new tab gets one. */
export function ViewLink({ view, ...rest }: ViewLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goTo({ view })
  }
  return <a {...rest} href={addressOf({ ...state.value, view })} onClick={follow} />
}

function SandboxChoice() {
  const { sandboxes, sandboxName } = state.value
  const names = new Set(['main', sandboxName, ...sandboxes.sandboxes.slice(0, MAX_CHOICES).map(({ name }) => name)])
  const choices = Array.from(names, (name) => [name, cutMiddle(name, 32)] as const)
  return <Field label="Sandbox" value={sandboxName} onInput={(name) => goTo({ sandboxName: name })} options={choices} />
}
