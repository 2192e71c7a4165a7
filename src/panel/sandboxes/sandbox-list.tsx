import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { SandboxSummary } from '../../control-client/index.js'
import { Field } from '../parts/field.js'
import { showDistance } from '../parts/times.js'
import { useModel, usePanelState } from '../state/panel-model.js'
import { showCounts } from './show-counts.js'

/** A server may have ten thousand. */
const MAX_SHOWN = 100
const FEW = 8

/** All sandboxes, `main` first and then the most recently used. */
export function SandboxList(): ComponentChildren {
  const { sandboxes } = usePanelState()
  const [text, setText] = useState('')
  const [main, ...others] = sandboxes.sandboxes
  const all = main === undefined ? [] : [main, ...others.toReversed()]
  const found = all.filter(({ name, scenario }) => `${name} ${scenario}`.includes(text.trim()))
  const hidden = found.length - MAX_SHOWN
  return (
    <section class="card" aria-labelledby="sandboxes-title">
      <div class="card-head">
        <h2 id="sandboxes-title">All sandboxes</h2>
        <span class="count">{all.length.toLocaleString('en')}</span>
      </div>
      {all.length > FEW && <Field label="Find a sandbox" type="search" value={text} onInput={setText} />}
      <ul class="list">
        {found.slice(0, MAX_SHOWN).map((each) => (
          <Item key={each.name} sandbox={each} />
        ))}
      </ul>
      {hidden > 0 && <p class="hint">{hidden.toLocaleString('en')} more. Find one by its name.</p>}
      {found.length === 0 && <p class="hint">No sandbox is called that.</p>}
      {sandboxes.evictions > 0 && (
        <p class="hint">{sandboxes.evictions.toLocaleString('en')} had to go to make room for others.</p>
      )}
    </section>
  )
}

function Item({ sandbox }: { readonly sandbox: SandboxSummary }): ComponentChildren {
  const model = useModel()
  const { name, scenario, counts, requests, lastUsed } = sandbox
  const isShown = name === model.state.sandboxName
  return (
    <li class="item" aria-current={isShown}>
      <div class="item-words">
        <p class="sentence name">{name}</p>
        <p class="hint">
          {scenario} · {showCounts(counts)} ·{' '}
          {requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`}
          {' · '}used {showDistance(Date.parse(lastUsed), Date.now())}
        </p>
      </div>
      {isShown ? (
        <span class="hint">shown</span>
      ) : (
        <button type="button" class="quiet" aria-label={`Show sandbox ${name}`} onClick={() => model.show(name)}>
          Show
        </button>
      )}
    </li>
  )
}
