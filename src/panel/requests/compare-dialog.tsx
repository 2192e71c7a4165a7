import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { stringifyJson } from '../../spec/index.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice } from '../parts/field.js'
import { useAction } from '../parts/use-action.js'
import { describeChange } from '../state/history.js'
import { useModel } from '../state/panel-model.js'

type Moment = readonly [value: string, words: string]

const NOW: Moment = ['', 'now']

/** What differs between two moments of the sandbox: order by order, member by member. */
export function CompareDialog({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  const { box } = useModel()
  const action = useAction()
  const [moments, setMoments] = useState<readonly Moment[]>([NOW])
  const [[from, to], setBounds] = useState<readonly [string, string]>(['', ''])
  const [differences, setDifferences] = useState<readonly string[]>()
  const compare = async (): Promise<void> => {
    const [before, after] = await Promise.all([from, to].map((at) => box.state(at === '' ? {} : { at: Number(at) })))
    if (before !== undefined && after !== undefined) setDifferences(differencesOf(before, after))
  }
  const readMoments = async (): Promise<void> => {
    const { changes } = await box.history()
    const start = `${(changes[0]?.id ?? 1) - 1}`
    const past = changes.map((change) => [`${change.id}`, `after ${describeChange(change)}`] as const)
    setMoments([[start, 'at the start'], ...past, NOW])
    if (changes.length > 0) setBounds([start, ''])
  }
  useEffect(() => void action.run(readMoments), [])
  useEffect(() => void action.run(compare), [from, to])
  return (
    <Dialog title="Compare two moments" onClose={onClose}>
      <div class="fields">
        <Choice label="From" value={from} onChange={(value) => setBounds([value, to])} options={moments} />
        <Choice label="To" value={to} onChange={(value) => setBounds([from, value])} options={moments} />
      </div>
      <Failure of={action} />
      <div role="status">
        {differences?.length === 0 && <p class="hint">Nothing differs.</p>}
        <ul class="list">
          {differences?.map((each) => (
            <li key={each} class="item">
              {each}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type Order = Readonly<Record<string, string | number | bigint | boolean | undefined>>

const MEMBERS = {
  status: 'status',
  petId: 'pet',
  quantity: 'quantity',
  shipDate: 'ship date',
  complete: 'complete',
  shipAfter: 'ships by itself after',
} as const

/** In words: `Order 5: status pending → cancelled`. */
function differencesOf(before: ScenarioDocument, after: ScenarioDocument): readonly string[] {
  const [old, current] = [ordersOf(before), ordersOf(after)]
  const orders = [...new Set([...old.keys(), ...current.keys()])].flatMap((id) =>
    differenceOf(`Order ${id}`, old.get(id), current.get(id)),
  )
  const faults = stringifyJson(before.faults ?? []) === stringifyJson(after.faults ?? []) ? [] : ['The faults differ.']
  return [...orders, ...faults]
}

function ordersOf({ orders = [] }: ScenarioDocument): ReadonlyMap<string, Order> {
  return new Map((orders as readonly Order[]).map((order) => [String(order['id']), order]))
}

function differenceOf(name: string, before: Order | undefined, after: Order | undefined): readonly string[] {
  if (before === undefined) return [`${name} was added`]
  if (after === undefined) return [`${name} was deleted`]
  const changed = Object.entries(MEMBERS).filter(([member]) => String(before[member]) !== String(after[member]))
  const words = changed.map(
    ([member, label]) => `${label} ${String(before[member] ?? 'none')} → ${String(after[member] ?? 'none')}`,
  )
  return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`]
}
