import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import type { ScenarioSummary } from '../../control-client/index.js'
import { Failure } from '../parts/failure.js'
import { type Action, useAction } from '../parts/use-action.js'
import { useModel, usePanelState } from '../state/panel-model.js'
import { showCounts } from './show-counts.js'

/** The scenarios that a sandbox can start from. */
export function ScenarioList(): ComponentChildren {
  const { scenarios } = usePanelState()
  const action = useAction()
  return (
    <section class="card" aria-labelledby="scenarios-title">
      <div class="card-head">
        <h2 id="scenarios-title">Scenarios</h2>
        <span class="count">{scenarios.length}</span>
      </div>
      <Failure of={action} />
      <ul class="list">
        {scenarios.map((scenario) => (
          <Item key={scenario.name} scenario={scenario} action={action} />
        ))}
      </ul>
    </section>
  )
}

interface ItemProps {
  readonly scenario: ScenarioSummary
  readonly action: Action
}

function Item({ scenario: { name, title, description, counts }, action }: ItemProps): ComponentChildren {
  const model = useModel()
  const { sandboxName } = usePanelState()
  const startFrom = (): void =>
    void action.run(() => model.box.reset(name), { words: `${sandboxName} reset to ${name}` })
  return (
    <li class="item">
      <div class="item-words">
        <p class="sentence">
          <span class="name">{name}</span> {title !== undefined && <span class="hint">{title}</span>}
        </p>
        {description !== undefined && <p class="hint">{description}</p>}
        <p class="hint">{showCounts(counts)}</p>
      </div>
      <div class="item-deeds">
        <Button class="quiet" aria-label={`Reset to this: ${name}`} onClick={startFrom} words="Reset to this" />
        {sandboxName !== name && (
          <Button class="quiet" aria-label={`Open the sandbox ${name}`} onClick={() => model.show(name)} words="Open" />
        )}
      </div>
    </li>
  )
}
