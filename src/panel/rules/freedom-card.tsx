import { useRef, useState } from 'preact/hooks'
import type { Freedoms } from '../../control-client/index.js'
import { freedoms as table } from '../../spec/index.js'
import { Button, FilterButtons } from '../parts/buttons.js'
import { Card } from '../parts/view.js'
import { boxHere, contentsHere, run } from '../state/panel-state.js'
import { capitalized } from '../state/words.js'

type Freedom = (typeof table)[number]

/** Seeds are short enough to be read aloud. */
const SEEDS = 10_000

export function FreedomCard() {
  const changed = changedFreedoms(contentsHere().freedoms)
  const [areAll, setAreAll] = useState(false)
  // A line stays where it is when its choice becomes the default again.
  const { current: seen } = useRef(new Set(table.slice(0, 5)))
  for (const freedom of changed) seen.add(freedom)
  const shown = table.filter((freedom) => areAll || seen.has(freedom))
  const others = table.length - seen.size
  const more = areAll ? 'Fewer' : `${others} more, all at their defaults`
  const head = (
    <>
      <Button class="quiet" onClick={() => void choose({}, 'Freedoms set to their defaults')} words="Defaults" />
      <Button onClick={() => void choose(Math.floor(Math.random() * SEEDS), 'Freedoms drawn')} words="Draw" />
    </>
  )
  return (
    <Card title="Freedoms" head={head}>
      <p class="hint">
        What the specification leaves open. A provider may do otherwise, and your application must cope with that.
      </p>
      <ul class="list">
        {shown.map((freedom) => (
          <Choices key={freedom.name} freedom={freedom} changed={changed} />
        ))}
      </ul>
      {others > 0 && <Button class="quiet" aria-expanded={areAll} onClick={() => setAreAll(!areAll)} words={more} />}
    </Card>
  )
}

function Choices({ freedom, changed }: { readonly freedom: Freedom; readonly changed: readonly Freedom[] }) {
  const { name, choices } = freedom
  const given = contentsHere().freedoms.choices
  const others = changed.map((each) => [each.name, given[each.name] ?? ''] as const)
  return (
    <li class={`line item choices ${changed.includes(freedom) ? 'differs' : ''}`}>
      <span class="term" title={name}>
        {capitalized(inWords(name))}
      </span>
      <FilterButtons
        label={inWords(name)}
        value={given[name] ?? ''}
        onChange={(choice) => void choose(Object.fromEntries([...others, [name, choice]]), `${name}: ${choice}`)}
        options={choices.map((each) => [each.name, inWords(each.name), undefined, each.shows])}
      />
      <small class="clipped">{choices.find((each) => each.name === given[name])?.shows}</small>
    </li>
  )
}

function inWords(name: string): string {
  return name.replaceAll('-', ' ').replace(/^(?:json|rfc|utc)/, (acronym) => acronym.toUpperCase())
}

/** The freedoms whose choice is not the default, which is the first. */
export function changedFreedoms({ choices }: Freedoms) {
  return table.filter(({ name, choices: [first] }) => choices[name] !== first?.name)
}

function choose(freedoms: number | Record<string, string>, words: string): Promise<boolean> {
  return run(() => boxHere().freedoms.set(freedoms), words)
}
