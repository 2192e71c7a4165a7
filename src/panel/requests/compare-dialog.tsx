import { useState } from 'preact/hooks'
import type { Change, History, ScenarioDocument } from '../../control-client/index.js'
import { stringifyJson } from '../../spec/index.js'
import { ORDER_FIELDS } from '../orders/order-dialog.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { useAnswer } from '../parts/use-answer.js'
import { Item } from '../parts/view.js'
import { showInstant } from '../parts/words.js'
import { describeFault } from '../rules/faults.js'
import { describeChange } from '../state/history.js'
import { boxHere, contentsHere } from '../state/panel-state.js'

/** The differences between two states of the sandbox: order by order, field by field. */
export function CompareDialog() {
  const box = boxHere()
  const { changes: known } = contentsHere()
  // Errors are shown, because the history may no longer reach back.
  const history = useAnswer(() => box.history(), [known]) ?? { changes: known, evicted: 0 }
  const moments = momentsOf(history)
  const [from = 'start', setFrom] = useState<string>()
  const [to, setTo] = useState('')
  const options = moments.map(([value, words]) => [value, words] as const)
  const idOf = (moment: string): number | undefined => moments.find(([each]) => each === moment)?.[2]
  const [one, other] = [idOf(from), idOf(to)]
  const stateAt = (at: number | undefined) => box.state(at === undefined ? {} : { at })
  const states = useAnswer(
    () => Promise.all([stateAt(one), stateAt(other)]).catch((error: Error) => error),
    [one, other, known],
  )
  const between = known.filter(({ id }) => id > (one ?? Infinity) !== id > (other ?? Infinity))
  const differences = Array.isArray(states) ? differencesOf(...states, between) : []
  return (
    <Dialog title="Compare two moments">
      <div class="fields">
        <Field label="From" value={from} onInput={setFrom} options={options} />
        <Field label="To" value={to} onInput={setTo} options={options} />
      </div>
      <div role="status">
        {states instanceof Error && <p class="error">{states.message}</p>}
        {Array.isArray(states) && differences.length === 0 && <p class="hint">Nothing differs</p>}
        <ul class="list">
          {differences.map((each) => (
            <Item key={each} title={each} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type Moment = readonly [value: string, words: string, change?: number]

/** What can be compared: the start, before each request that changed something, after each change, and now. */
function momentsOf({ changes, evicted }: History): readonly Moment[] {
  const first = changes[0]
  const start = evicted === 0 || first === undefined ? 0 : first.id - 1
  return [
    ['start', evicted === 0 ? 'at the start' : 'before the oldest change that is kept', start],
    ...changes.flatMap((change): readonly Moment[] => {
      const { id, requestId } = change
      const after = [`${id}`, `after ${describeChange(change)}`, id] as const
      return requestId === undefined ? [after] : [[`before ${id}`, `before request ${requestId}`, id - 1], after]
    }),
    ['', 'now'],
  ]
}

type Members = Readonly<Record<string, string | number | bigint | boolean | undefined>>

/** In words: `Order 5: status pending → cancelled`. */
function differencesOf(before: ScenarioDocument, after: ScenarioDocument, between: readonly Change[]) {
  const [old, current] = [ordersOf(before), ordersOf(after)]
  const orders = [...new Set([...old.keys(), ...current.keys()])].flatMap((id) =>
    differenceOf(`Order ${id}`, old.get(id), current.get(id)),
  )
  const [faults, others] = [before, after].map(({ faults: all = [] }) => all.map(describeFault)) as [string[], string[]]
  return [
    ...orders,
    ...faults.filter((each) => !others.includes(each)).map((each) => `Fault removed: ${each}`),
    ...others.filter((each) => !faults.includes(each)).map((each) => `Fault added: ${each}`),
    ...clockDifference(before, after, between),
    ...otherDifferences(before, after),
  ]
}

const CLOCK_CHANGES = new Set(['clock', 'reset', 'restored', 'rewound'])

/** A clock that only runs on does not differ. */
function clockDifference(before: ScenarioDocument, after: ScenarioDocument, between: readonly Change[]): string[] {
  const isMoved = between.some(({ change }) => CLOCK_CHANGES.has(change)) || (before.frozen && after.frozen)
  if (isMoved !== true || (before.now === after.now && before.frozen === after.frozen)) return []
  const [one, other] = [before, after].map(
    ({ now = '', frozen }) => `${showInstant(Date.parse(now))}${frozen === true ? ', frozen' : ''}`,
  )
  return one === other ? [] : [`Clock: ${one} → ${other}`]
}

const COMPARED = new Set(['orders', 'faults', 'now', 'frozen'])
const MAX_CHARS = 80

/** Of the other fields of the documents; long values are not shown. */
function otherDifferences(before: ScenarioDocument, after: ScenarioDocument): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [one, other] = [textOf(before, name), textOf(after, name)]
    if (COMPARED.has(name) || one === other) return []
    return one.length + other.length > MAX_CHARS ? `The ${name} differ.` : `${name}: ${one} → ${other}`
  })
}

function textOf(document: ScenarioDocument, name: string): string {
  return stringifyJson(new Map<string, unknown>(Object.entries(document)).get(name) ?? 'none')
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
