import { type Signal, useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { SandboxSummary } from '../../control-client/index.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Question } from '../parts/form-dialog.js'
import { Card, Item } from '../parts/view.js'
import { count, cutMiddle, showDistance } from '../parts/words.js'
import { goTo } from '../state/load.js'
import { mockHere } from '../state/mock-here.js'
import { openDialog, run, state } from '../state/panel-state.js'
import { showCounts, toggled } from '../state/shown-order.js'

/** A server may have ten thousand. */
const MAX_SHOWN = 100

export function SandboxListCard() {
  const { sandboxes: all, evictions } = state.value.sandboxes
  const [text, setText] = useState('')
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const found = all.filter(({ name, scenario }) => `${name} ${scenario}`.includes(text.trim()))
  const shown = found.slice(0, MAX_SHOWN)
  const hidden = found.length - shown.length
  const head = (
    <>
      <DeleteSandboxes
        names={all.map(({ name }) => name).filter((name) => selected.value.has(name))}
        onDeleted={() => (selected.value = new Set())}
      />
      <span class="count">{all.length.toLocaleString('en')}</span>
    </>
  )
  return (
    <Card title="All sandboxes" head={head}>
      {all.length > 5 && <Field label="Search sandboxes" type="search" value={text} onInput={setText} />}
      <ul class="list sandboxes">
        {shown.map((each) => (
          <SandboxItem key={each.name} selected={selected} {...each} />
        ))}
      </ul>
      {found.length === 0 && <p class="hint">No matching sandboxes</p>}
      {hidden > 0 && <p class="hint">{hidden.toLocaleString('en')} more: search by name.</p>}
      {evictions > 0 && <p class="hint">{evictions.toLocaleString('en')} were evicted because of the limit.</p>}
    </Card>
  )
}

function SandboxItem({ selected, ...sandbox }: SandboxSummary & { readonly selected: Signal<ReadonlySet<string>> }) {
  const { name, scenario, counts, requests, lastUsed } = sandbox
  const isCurrent = name === state.value.sandboxName
  const used = `used ${showDistance(Date.parse(lastUsed), Date.now())}`
  const title = (
    <label class="line check">
      <input
        type="checkbox"
        aria-label={`Select sandbox ${name}`}
        disabled={name === 'main'}
        checked={selected.value.has(name)}
        onChange={() => (selected.value = toggled(selected.value, name))}
      />
      <span title={name}>{cutMiddle(name)}</span>
      {isCurrent && (
        <span class="hint" aria-current>
          Current
        </span>
      )}
    </label>
  )
  return (
    <Item
      title={title}
      hints={[`${scenario} · ${showCounts(counts)} · ${count(requests, 'request')} · ${used}`]}
      about={`sandbox ${name}`}
      actions={[!isCurrent && ['Open', () => goTo({ sandboxName: name })]]}
    />
  )
}

/** A deleted sandbox cannot be restored, so this asks first. */
export function DeleteSandboxes({
  names,
  onDeleted,
}: {
  readonly names: readonly string[]
  readonly onDeleted?: () => void
}) {
  if (names.length === 0) return null
  const words = `Delete ${names.length === 1 ? names.join('') : `${names.length} sandboxes`}`
  const remove = async (): Promise<void> => {
    for (const name of names) await mockHere().sandbox(name).delete()
    onDeleted?.()
    if (names.includes(state.value.sandboxName)) goTo({ sandboxName: 'main' })
  }
  const question = (
    <Question
      isFinal
      title={`${words}?`}
      text="Orders, faults, clock and requests are deleted as well. This cannot be undone."
      button="Delete"
      no="Keep"
      yes={() => run(remove)}
    />
  )
  return <Button class="danger" onClick={() => openDialog(question)} words={words} />
}
