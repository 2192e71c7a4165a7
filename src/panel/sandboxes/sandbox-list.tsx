import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { SandboxSummary } from '../../control-client/index.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Field } from '../parts/field.js'
import { showDistance } from '../parts/times.js'
import { useAction } from '../parts/use-action.js'
import { mockHere, useModel, usePanelState } from '../state/panel-model.js'
import { showCounts } from './show-counts.js'

/** A server may have ten thousand. */
const MAX_SHOWN = 100
/** More of them would push the scenarios away. */
const FEW = 5

/** All sandboxes, `main` first and then the most recently used. */
export function SandboxList(): ComponentChildren {
  const { sandboxes } = usePanelState()
  const [text, setText] = useState('')
  const [areAllShown, setAreAllShown] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [main, ...others] = sandboxes.sandboxes
  const all = main === undefined ? [] : [main, ...others.toReversed()]
  const found = all.filter(({ name, scenario }) => `${name} ${scenario}`.includes(text.trim()))
  const shown = found.slice(0, areAllShown || text !== '' ? MAX_SHOWN : FEW)
  const hidden = found.length - shown.length
  const toggle = (name: string): void =>
    setSelected(new Set(selected.has(name) ? [...selected].filter((each) => each !== name) : [...selected, name]))
  return (
    <section class="card" aria-labelledby="sandboxes-title">
      <div class="card-head">
        <h2 id="sandboxes-title">All sandboxes</h2>
        <DeleteSelected names={[...selected]} onDeleted={() => setSelected(new Set())} />
        <span class="count">{all.length.toLocaleString('en')}</span>
      </div>
      {all.length > FEW && <Field label="Find a sandbox" type="search" value={text} onInput={setText} />}
      <ul class="list">
        {shown.map((each) => (
          <Item key={each.name} sandbox={each} isSelected={selected.has(each.name)} onSelect={toggle} />
        ))}
      </ul>
      {found.length === 0 && <p class="hint">No matching sandboxes</p>}
      {hidden > 0 && areAllShown && <p class="hint">{hidden.toLocaleString('en')} more: search by name.</p>}
      {hidden > 0 && !areAllShown && (
        <button type="button" class="quiet" onClick={() => setAreAllShown(true)}>
          Show {hidden.toLocaleString('en')} more
        </button>
      )}
      {sandboxes.evictions > 0 && (
        <p class="hint">{sandboxes.evictions.toLocaleString('en')} were evicted to make room for others.</p>
      )}
    </section>
  )
}

interface ItemProps {
  readonly sandbox: SandboxSummary
  readonly isSelected: boolean
  readonly onSelect: (name: string) => void
}

function Item({ sandbox, isSelected, onSelect }: ItemProps): ComponentChildren {
  const model = useModel()
  const { name, scenario, counts, requests, lastUsed } = sandbox
  const isShown = name === model.state.sandboxName
  return (
    <li class="item" aria-current={isShown}>
      <input
        type="checkbox"
        aria-label={`Select sandbox ${name}`}
        disabled={name === 'main'}
        checked={isSelected}
        onChange={() => onSelect(name)}
      />
      <div class="item-words">
        <p class="sentence name">{name}</p>
        <p class="hint">
          {scenario} · {showCounts(counts)} ·{' '}
          {requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`}
          {' · '}used {showDistance(Date.parse(lastUsed), Date.now())}
        </p>
      </div>
      {isShown ? (
        <span class="hint">Current</span>
      ) : (
        <Button class="quiet" aria-label={`Open sandbox ${name}`} onClick={() => model.show(name)} words="Open" />
      )}
    </li>
  )
}

interface DeleteSelectedProps {
  readonly names: readonly string[]
  readonly onDeleted: () => void
}

/** A sandbox that is deleted does not come back, so this asks first. */
export function DeleteSelected({ names, onDeleted }: DeleteSelectedProps): ComponentChildren {
  const [isAsking, setIsAsking] = useState(false)
  const model = useModel()
  const action = useAction()
  if (names.length === 0) return null
  const [only = ''] = names
  const what = names.length === 1 ? only : `${names.length} sandboxes`
  const remove = async (): Promise<void> => {
    for (const name of names) await mockHere().sandbox(name).delete()
    setIsAsking(false)
    onDeleted()
    if (names.includes(model.state.sandboxName)) model.show('main')
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        Delete {what}
      </button>
      {isAsking && (
        <Dialog title={`Delete ${what}?`} onClose={() => setIsAsking(false)}>
          <p>Orders, faults, clock and requests are deleted as well. This cannot be undone.</p>
          <Failure of={action} />
          <div class="buttons">
            <Button class="danger" disabled={action.isBusy} onClick={() => void action.run(remove)} words="Delete" />
            <Button onClick={() => setIsAsking(false)} words="Keep" />
          </div>
        </Dialog>
      )}
    </>
  )
}
