import { useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { Field } from '../parts/field.js'
import { Card, Item } from '../parts/view.js'
import { showInstant } from '../state/words.js'
import { boxHere, run } from '../state/panel-state.js'
import { readStored, storeText } from '../state/mock-here.js'

const STORED_AS = 'orders-mock snapshots'
const BLOCKED = 'lost when you leave the page, because this browser blocks storage'

/** A state in the store of this browser, with its scenario document as JSON text. */
type Snapshot = Readonly<{ name: string; from: string; atMs: number; json: string }>

export function SnapshotCard() {
  const box = boxHere()
  const [snapshots, setSnapshots] = useState(readSnapshots)
  const [name, setName] = useState('')
  const isBlocked = storeText('localStorage', `${STORED_AS} tried`, '') === 'blocked'
  // Another tab may have taken some meanwhile.
  const without = (gone?: string) => (isBlocked ? snapshots : readSnapshots()).filter((each) => each.name !== gone)
  const write = (next: readonly Snapshot[]): void => setSnapshots(kept(next))
  const take = async (): Promise<void> => {
    const title = name.trim() || freeName(without())
    const taken = { name: title, from: box.name, atMs: Date.now(), json: stringifyJson(await box.state()) }
    write([...without(title), taken])
    setName('')
  }
  const jump = ({ name: to, json }: Snapshot) =>
    run(() => box.restore(parseJson(json) as ScenarioDocument), `${box.name} is now at “${to}”`)
  return (
    <Card title="Snapshots" head={<p class="hint">{isBlocked ? BLOCKED : 'stored in this browser'}</p>}>
      <ul class="list">
        {snapshots.map((each) => (
          <Item
            key={each.name}
            title={each.name}
            hints={[`from ${each.from}, ${showInstant(each.atMs)}`]}
            about={`snapshot ${each.name}`}
            actions={[
              ['Restore', () => jump(each)],
              ['Delete', () => write(without(each.name))],
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

function freeName(snapshots: readonly Snapshot[], number = 1): string {
  const name = `Snapshot ${number}`
  return snapshots.some((each) => each.name === name) ? freeName(snapshots, number + 1) : name
}

/** The states in this browser, oldest first; none if what is stored is not of this panel. */
function readSnapshots(): readonly Snapshot[] {
  try {
    const stored = JSON.parse(readStored('localStorage', STORED_AS) ?? '[]') as readonly Snapshot[]
    return stored.filter(({ name, json }) => typeof name === 'string' && typeof json === 'string')
  } catch {
    return []
  }
}

function kept(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  if (storeText('localStorage', STORED_AS, JSON.stringify(snapshots)) !== 'full') return snapshots
  throw new Error('The browser’s storage is full. Delete other snapshots, or save the state as a file.')
}
