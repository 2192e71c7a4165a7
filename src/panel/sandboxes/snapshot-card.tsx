import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { Failure } from '../parts/failure.js'
import { Field } from '../parts/field.js'
import { showInstant } from '../parts/times.js'
import { useAction } from '../parts/use-action.js'
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
export function SnapshotCard(): ComponentChildren {
  const { box } = useModel()
  const [snapshots, setSnapshots] = useState(readSnapshots)
  const [name, setName] = useState('')
  const action = useAction()
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
    void action.run(() => box.restore(parseJson(json) as ScenarioDocument), { words: `${box.name} is now at “${to}”` })
  return (
    <section class="card" aria-labelledby="snapshots-title">
      <div class="card-head">
        <h2 id="snapshots-title">Snapshots</h2>
        <p class="hint">kept in this browser</p>
      </div>
      <ul class="list">
        {snapshots.map((each) => (
          <Item key={each.name} of={each} onJump={() => jump(each)} onDelete={() => write(without(each.name))} />
        ))}
      </ul>
      <form class="in-line" onSubmit={(event) => void action.run(() => take(event))}>
        <Field label="Name of a new snapshot" value={name} onInput={setName} placeholder="before checkout" />
        <button type="submit">Take snapshot</button>
      </form>
      <Failure of={action} />
    </section>
  )
}

interface ItemProps {
  readonly of: Snapshot
  readonly onJump: () => void
  readonly onDelete: () => void
}

function Item({ of: { name, from, atMs }, onJump, onDelete }: ItemProps): ComponentChildren {
  return (
    <li class="item">
      <div class="item-words">
        <p class="sentence">{name}</p>
        <p class="hint">
          of {from}, {showInstant(atMs)}
        </p>
      </div>
      <div class="item-deeds">
        <Button class="quiet" aria-label={`Go to snapshot ${name}`} onClick={onJump} words="Go to it" />
        <Button class="quiet" aria-label={`Delete snapshot ${name}`} onClick={onDelete} words="Delete" />
      </div>
    </li>
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
