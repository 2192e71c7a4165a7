import { useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { stringifyJson } from '../../spec/index.js'
import { ORDER_FIELDS } from '../orders/order-dialog.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { useAnswer } from '../parts/use-answer.js'
import { Item } from '../parts/view.js'
import { describeChange } from '../state/history.js'
import { boxHere } from '../state/panel-state.js'

/** The differences between two states of the sandbox: order by order, field by field. */
export function CompareDialog({ onClose }: { readonly onClose: () => void }) {
  const box = boxHere()
  const { changes } = useAnswer(() => box.history(), []) ?? { changes: [] }
  const start = changes[0] === undefined ? '' : `${changes[0].id - 1}`
  const [from = start, setFrom] = useState<string>()
  const [to, setTo] = useState('')
  const stateAt = (at: string) => box.state(at === '' ? {} : { at: Number(at) })
  const states = useAnswer(() => Promise.all([stateAt(from), stateAt(to)]), [from, to])
  const differences = states && differencesOf(...states)
  const moments = [
    [start, 'at the start'] as const,
    ...changes.map((change) => [`${change.id}`, `after ${describeChange(change)}`] as const),
    ['', 'now'] as const,
  ]
  return (
    <Dialog title="Compare two moments" onClose={onClose}>
      <div class="fields">
        <Field label="From" value={from} onInput={setFrom} options={moments} />
        <Field label="To" value={to} onInput={setTo} options={moments} />
      </div>
      <div role="status">
        {differences?.length === 0 && <p class="hint">No differences</p>}
        <ul class="list">
          {differences?.map((each) => (
            <Item key={each} title={each} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type Members = Readonly<Record<string, string | number | bigint | boolean | undefined>>

/** In words: `Order 5: status pending → cancelled`. */
function differencesOf(before: ScenarioDocument, after: ScenarioDocument): readonly string[] {
  const [old, current] = [ordersOf(before), ordersOf(after)]
  const orders = [...new Set([...old.keys(), ...current.keys()])].flatMap((id) =>
    differenceOf(`Order ${id}`, old.get(id), current.get(id)),
  )
  const faults = stringifyJson(before.faults ?? []) === stringifyJson(after.faults ?? []) ? [] : ['The faults differ.']
  return [...orders, ...faults]
}

function ordersOf({ orders = [] }: ScenarioDocument): ReadonlyMap<string, Members> {
  return new Map((orders as readonly Members[]).map((order) => [String(order['id']), order]))
}

function differenceOf(name: string, before: Members | undefined, after: Members | undefined): readonly string[] {
  if (before === undefined) return [`${name} was added`]
  if (after === undefined) return [`${name} was deleted`]
  const changed = ORDER_FIELDS.filter(({ member }) => String(before[member]) !== String(after[member]))
  const words = changed.map(
    ({ member, label }) =>
      `${label.toLowerCase()} ${String(before[member] ?? 'none')} → ${String(after[member] ?? 'none')}`,
  )
  return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`]
}
