import { useSignal } from '@preact/signals'
import type { SandboxSummary } from '../../control-client/index.js'
import { ActionButton, Button } from '../parts/buttons.js'
import { Question } from '../parts/form-dialog.js'
import { Counts } from '../parts/icon.js'
import { type Column, Table, Tick } from '../parts/table.js'
import { Card } from '../parts/view.js'
import { count, cutMiddle, showDistance } from '../state/words.js'
import { goTo } from '../state/load.js'
import { mockHere } from '../state/mock-here.js'
import { openDialog, run, state } from '../state/panel-state.js'

const COLUMNS: readonly Column<SandboxSummary>[] = [
  { class: 'name', role: 'rowheader', head: 'Name', cell: Name },
  { class: 'from', head: 'Scenario', cell: ({ scenario }) => scenario },
  { class: 'counts', head: 'Orders', cell: ({ counts }) => <Counts counts={counts} /> },
  { class: 'requests', head: 'Requests', cell: ({ requests }) => count(requests, 'request') },
  { class: 'used', head: 'Used', cell: ({ lastUsed }) => showDistance(Date.parse(lastUsed), Date.now()) },
  { class: 'open', head: <span class="unseen">Actions</span>, cell: Open },
]

export function SandboxListCard({ wanted }: { readonly wanted: string }) {
  const { sandboxes: all, evictions } = state.value.sandboxes
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const found = all.filter(({ name, scenario }) => `${name} ${scenario}`.toLowerCase().includes(wanted))
  const tick = ({ name }: SandboxSummary) => (
    <Tick label={`Select sandbox ${name}`} keys={[name]} selected={selected} disabled={name === 'main'} />
  )
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
      <Table
        name="Sandboxes"
        columns={[{ class: 'select', head: <span class="unseen">Select</span>, cell: tick }, ...COLUMNS]}
        rows={found}
        keyOf={({ name }) => name}
        classOf={({ name }) => (name === state.value.sandboxName ? 'opened' : '')}
      />
      {found.length === 0 && <p class="hint">No matching sandboxes</p>}
      {evictions > 0 && <p class="hint">{evictions.toLocaleString('en')} were evicted because of the limit.</p>}
    </Card>
  )
}

function Name({ name }: SandboxSummary) {
  const isCurrent = name === state.value.sandboxName
  return (
    <span title={name}>
      {cutMiddle(name, 26)} {isCurrent && <small aria-current>Current</small>}
    </span>
  )
}

function Open({ name }: SandboxSummary) {
  if (name === state.value.sandboxName) return null
  return <ActionButton words="Open" about={`sandbox ${name}`} onClick={() => goTo({ sandboxName: name })} />
}

/** A deleted sandbox cannot be restored, so this asks first. */
export function DeleteSandboxes({ names, onDeleted }: Readonly<{ names: readonly string[]; onDeleted?: () => void }>) {
  if (names.length === 0) return null
  const words = `Delete ${names.length === 1 ? names.join('') : `${names.length} sandboxes`}`
  const remove = async (): Promise<void> => {
    // Others may be deleted by now, also by an attempt that was cut short.
    const { sandboxes } = await mockHere().sandboxes()
    const there = sandboxes.map(({ name }) => name).filter((name) => names.includes(name))
    for (const name of there) await mockHere().sandbox(name).delete()
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
      save={() => run(remove)}
    />
  )
  return <Button class="danger" onClick={() => openDialog(question)} words={words} />
}
