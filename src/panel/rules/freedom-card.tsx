import type { Freedoms } from '../../control-client/index.js'
import { freedoms as table } from '../../spec/index.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Card } from '../parts/view.js'
import { count } from '../parts/words.js'
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
          <div class="buttons">
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

/** Says how many choices are not the default, and which, with a link to the card. */
export function ChangedFreedoms({ href }: { readonly href: string }) {
  const { freedoms } = contentsHere()
  const changed = changedFreedoms(freedoms)
  if (changed.length === 0) return null
  return (
    <a
      class="badge pending"
      data-icon="freedom"
      href={href}
      title={changed.map(({ name }) => `${name}: ${freedoms.choices[name]}`).join('\n')}
    >
      {count(changed.length, 'changed freedom')}
    </a>
  )
}

/** The freedoms whose choice is not the default, which is the first. */
function changedFreedoms({ choices }: Freedoms) {
  return table.filter(({ name, choices: [first] }) => choices[name] !== first?.name)
}

function draw(): Promise<boolean> {
  return choose(Math.floor(Math.random() * SEEDS), 'Freedoms drawn')
}

function choose(freedoms: number | Record<string, string>, words: string): Promise<boolean> {
  return run(() => boxHere().freedoms.set(freedoms), words)
}
