import { Deed } from '../parts/buttons.js'
import { Card, Item } from '../parts/view.js'
import { goTo } from '../state/load.js'
import { useModel } from '../state/panel-model.js'
import { showCounts } from '../state/shown-order.js'

/** The scenarios that a sandbox can start from. */
export function ScenarioList() {
  const model = useModel()
  const { scenarios, sandboxName } = model.state
  const startFrom = (name: string): void =>
    void model.run(() => model.box.reset(name, { keepRequests: true }), `${sandboxName} reset to ${name}`)
  return (
    <Card title="Scenarios" head={<span class="count">{scenarios.length}</span>}>
      <ul class="list">
        {scenarios.map(({ name, title, description, counts }) => (
          <Item
            key={name}
            title={
              <>
                {name} <span class="hint">{title}</span>
              </>
            }
            hints={[description, showCounts(counts)]}
          >
            <Deed about={`(${name})`} onClick={() => startFrom(name)} words={`Reset ${sandboxName} to this`} />
            {sandboxName !== name && (
              <Deed about={`the sandbox ${name}`} onClick={() => goTo(model, { sandboxName: name })} words="Open" />
            )}
          </Item>
        ))}
      </ul>
    </Card>
  )
}
