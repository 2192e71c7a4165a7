import { useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { Field } from '../parts/field.js'
import { Question } from '../parts/form-dialog.js'
import { Card, Item } from '../parts/view.js'
import { cutMiddle, showInstant } from '../state/words.js'
import { boxHere, openDialog, run } from '../state/panel-state.js'
import { stored } from '../state/mock-here.js'

const STORED_AS = 'orders-mock snapshots'
const NOT_STORED =
  'The storage of this browser is full or blocked. Delete other snapshots, or save the state as a file.'

/** A state in the store of this browser, with its scenario document as JSON text. */
type Snapshot = Readonly<{ name: string; from: string; atMs: number; json: string }>

export function SnapshotCard() {
  const box = boxHere()
  const [snapshots, setSnapshots] = useState(readSnapshots)
  const [name, setName] = useState('')
  // Another tab may have taken some meanwhile.
  const replace = (old: string, ...by: readonly Snapshot[]): void => {
    const next = [...readSnapshots().filter((each) => each.name !== old), ...by]
    if (stored('localStorage', STORED_AS, JSON.stringify(next)) === undefined) throw new Error(NOT_STORED)
    setSnapshots(next)
  }
  const take = async (): Promise<void> => {
    const title = name.trim() || freeName(readSnapshots())
    replace(title, { name: title, from: box.name, atMs: Date.now(), json: stringifyJson(await box.state()) })
    setName('')
  }
  const jump = ({ name: to, json }: Snapshot) =>
    run(() => box.restore(parseJson(json) as ScenarioDocument), `${box.name} is now at “${to}”`)
  return (
    <Card title="Snapshots" head={<p class="hint">stored in this browser</p>}>
      <ul class="list">
        {snapshots.map((each) => (
          <Item
            key={each.name}
            title={<span title={each.name}>{cutMiddle(each.name)}</span>}
            hints={[`from ${each.from}, ${showInstant(each.atMs)}`]}
            about={`snapshot ${each.name}`}
            actions={[
              ['Restore', () => jump(each)],
              ['Delete', () => openDialog(<DeleteQuestion {...each} remove={async () => replace(each.name)} />)],
            ]}
          />
        ))}
      </ul>
      <form class="lines in-line" onSubmit={() => void run(take)}>
        <Field label="Name of a new snapshot" value={name} onInput={setName} placeholder="before checkout" />
        <button type="submit">Take snapshot</button>
      </form>
    </Card>
  )
}

/** A snapshot is in no history. */
function DeleteQuestion({ name, remove }: Pick<Snapshot, 'name'> & { readonly remove: () => Promise<void> }) {
  const title = `Delete snapshot “${cutMiddle(name)}”?`
  const text = 'This cannot be undone.'
  return <Question isFinal title={title} text={text} button="Delete" no="Keep" save={() => run(remove)} />
}

function freeName(snapshots: readonly Snapshot[], number = 1): string {
  const name = `Snapshot ${number}`
  return snapshots.some((each) => each.name === name) ? freeName(snapshots, number + 1) : name
}

/** The states in this browser, oldest first; none if what is stored is not of this panel. */
function readSnapshots(): readonly Snapshot[] {
  try {
    const all = JSON.parse(stored('localStorage', STORED_AS) ?? '[]') as readonly Snapshot[]
    return all.filter(({ name, json }) => typeof name === 'string' && typeof json === 'string')
  } catch {
    return []
  }
}
