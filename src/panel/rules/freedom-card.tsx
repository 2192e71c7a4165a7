import type { Freedoms } from '../../control-client/index.js'
import { freedoms as table } from '../../spec/index.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Card } from '../parts/view.js'
import { boxHere, contentsHere, run } from '../state/panel-state.js'

/** Seeds are short enough to be read aloud. */
const SEEDS = 10_000
const DEFAULT = 'As the contract’s default'

/** What the mock does where the specification leaves it open. */
export function FreedomCard() {
  const changed = changedFreedoms(contentsHere().freedoms)
  return (
    <Card title="Freedoms" head={<Button onClick={() => void draw()} words="Draw" />}>
      <p class="hint">
        What the specification leaves open. A provider may do otherwise, and your application must cope with that.
      </p>
      <details open={changed.length > 0}>
        <summary>
          {changed.length === 0 ? `All as the contract’s default` : `${changed.length} of ${table.length} changed`}
        </summary>
        {changed.length > 0 && (
          <div class="lines buttons">
            <Button onClick={() => void choose({}, `Freedoms: ${DEFAULT.toLowerCase()}`)} words={DEFAULT} />
          </div>
        )}
        <Choices />
      </details>
    </Card>
  )
}

/** Every freedom with its choices, those that differ from the default first. */
function Choices() {
  const { choices } = contentsHere().freedoms
  const changed = changedFreedoms(contentsHere().freedoms)
  const given = changed.map(({ name }) => [name, choices[name] ?? ''] as const)
  const sorted = [...changed, ...table.filter((freedom) => !changed.includes(freedom))]
  return (
    <div class="fields">
      {sorted.map(({ name, choices: all }) => (
        <Field
          key={name}
          label={name}
          value={choices[name] ?? ''}
          options={all.map((each) => [each.name, `${each.name} (${each.shows})`] as const)}
          onInput={(choice) => void choose(Object.fromEntries([...given, [name, choice]]), `${name}: ${choice}`)}
        />
      ))}
    </div>
  )
}

/** The freedoms whose choice is not the default, which is the first. */
export function changedFreedoms({ choices }: Freedoms) {
  return table.filter(({ name, choices: [first] }) => choices[name] !== first?.name)
}

function draw(): Promise<boolean> {
  return choose(Math.floor(Math.random() * SEEDS), 'Freedoms drawn')
}

function choose(freedoms: number | Record<string, string>, words: string): Promise<boolean> {
  return run(() => boxHere().freedoms.set(freedoms), words)
}
