import { useState } from 'preact/hooks'
import type { Change, ScenarioDocument } from '../../control-client/index.js'
import { stringifyJson } from '../../spec/index.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { Item, useAnswer } from '../parts/view.js'
import { describeFault } from '../rules/faults.js'
import { describeChange, showInstant } from '../state/words.js'
import { boxHere, contentsHere } from '../state/panel-state.js'

export function CompareDialog() {
  const box = boxHere()
  const { changes: known } = contentsHere()
  const start = `${(known[0]?.id ?? 1) - 1}`
  const [from = start, setFrom] = useState<string>()
  const [to, setTo] = useState('')
  const options = [[start, 'before the oldest change'], ...known.flatMap(momentsOf), ['', 'now']] as const
  const [one, other] = [from, to].map((moment) => (moment === '' ? undefined : Number.parseInt(moment)))
  const stateAt = (at: number | undefined) => box.state(at === undefined ? {} : { at })
  // Errors are shown, because the history may no longer reach back.
  const read = () => Promise.all([stateAt(one), stateAt(other)]).catch((error: Error) => error)
  const states = useAnswer(read, [one, other, known])
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

/** A change, and the request that made it; the number at the start is that of the change whose state it is. */
function momentsOf(change: Change): readonly (readonly [value: string, words: string])[] {
  const { id, requestId, at } = change
  const time = requestId === undefined ? ` at ${at.slice(11, 19)}` : ''
  const after = [`${id}`, `after ${describeChange(change)}${time}`] as const
  return requestId === undefined ? [after] : [[`${id - 1} before`, `before request ${requestId}`], after]
}

type Fields = Readonly<Record<string, unknown>>

function differencesOf(before: ScenarioDocument, after: ScenarioDocument, between: readonly Change[]): string[] {
  const [old, current] = [partsOf(before), partsOf(after)]
  // A clock that only runs on does not differ.
  const isMoved = between.some(({ change }) => CLOCK_CHANGES.has(change)) || (before.frozen && after.frozen)
  const names = [...new Set([...old.keys(), ...current.keys()])].filter((name) => name !== 'Clock' || isMoved === true)
  return names.flatMap((name) => differenceOf(name, old.get(name), current.get(name)))
}

const CLOCK_CHANGES = new Set(['clock', 'reset', 'restored', 'rewound'])

function partsOf({ orders = [], faults = [], now = '', frozen, ...others }: ScenarioDocument) {
  return new Map<string, Fields>([
    ['Clock', { time: `${showInstant(Date.parse(now))}${frozen === true ? ', frozen' : ''}` }],
    ['Scenario', others],
    ...(orders as readonly Fields[]).map((order) => [`Order ${String(order['id'])}`, order] as const),
    ...faults.map((fault) => [`Fault “${describeFault(fault)}”`, {}] as const),
  ])
}

const MAX_CHARS = 80

function differenceOf(name: string, before: Fields | undefined, after: Fields | undefined): readonly string[] {
  if (before === undefined) return [`${name} was added`]
  if (after === undefined) return [`${name} was deleted`]
  const words = Object.keys({ ...before, ...after }).flatMap((field) => {
    const [one, other] = [textOf(before[field]), textOf(after[field])]
    if (one === other) return []
    return `${field} ${one.length + other.length > MAX_CHARS ? 'differs' : `${one} → ${other}`}`
  })
  return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`]
}

const textOf = (value: unknown = 'none') => (typeof value === 'string' ? value : stringifyJson(value))
