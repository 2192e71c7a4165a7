import { useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { Deed } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Card, Item } from '../parts/view.js'
import { showInstant } from '../parts/words.js'
import { useModel } from '../state/panel-model.js'

const STORED_AS = 'orders-mock snapshots'

/** A situation that this browser keeps, with its scenario document as JSON text. */
interface Snapshot {
  readonly name: string
  readonly from: string
  readonly atMs: number
  readonly json: string
}

/** Situations to jump between; they are kept in this browser. */
export function SnapshotCard() {
  const model = useModel()
  const { box } = model
  const [snapshots, setSnapshots] = useState(readSnapshots)
  const [name, setName] = useState('')
  const write = (next: readonly Snapshot[]): void => {
    writeSnapshots(next)
    setSnapshots(next)
  }
  const without = (gone: string): readonly Snapshot[] => snapshots.filter((each) => each.name !== gone)
  const take = async (event: Event): Promise<void> => {
    event.preventDefault()
    const title = name.trim() === '' ? `Snapshot ${snapshots.length + 1}` : name.trim()
    const json = stringifyJson(await box.state())
    write([...without(title), { name: title, from: box.name, atMs: Date.now(), json }])
    setName('')
  }
  const jump = ({ name: to, json }: Snapshot): void =>
    void model.run(() => box.restore(parseJson(json) as ScenarioDocument), `${box.name} is now at “${to}”`)
  return (
    <Card title="Snapshots" head={<p class="hint">kept in this browser</p>}>
      <ul class="list">
        {snapshots.map((each) => (
          <Item key={each.name} title={each.name} hints={[`from ${each.from}, ${showInstant(each.atMs)}`]}>
            <Deed about={`snapshot ${each.name}`} onClick={() => jump(each)} words="Go to" />
            <Deed about={`snapshot ${each.name}`} onClick={() => write(without(each.name))} words="Delete" />
          </Item>
        ))}
      </ul>
      <form class="in-line" onSubmit={(event) => void model.run(() => take(event))}>
        <Field label="Name of a new snapshot" value={name} onInput={setName} placeholder="before checkout" />
        <button type="submit">Take snapshot</button>
      </form>
    </Card>
  )
}

/** Those that this browser keeps, oldest first. */
function readSnapshots(): readonly Snapshot[] {
  const kept = localStorage.getItem(STORED_AS)
  return kept === null ? [] : (JSON.parse(kept) as readonly Snapshot[])
}

function writeSnapshots(snapshots: readonly Snapshot[]): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(snapshots))
  } catch (cause) {
    throw new Error('The browser has no room for this snapshot. Delete others, or save a file instead.', { cause })
  }
}
