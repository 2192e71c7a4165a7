import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import { Failure } from '../parts/failure.js'
import { useAction } from '../parts/use-action.js'
import { loadSandbox } from '../state/load.js'
import { mockHere, useModel, usePanelState } from '../state/panel-model.js'

/** Says that a link leads to a sandbox that is not there, or not there any more. */
export function MissingSandbox(): ComponentChildren {
  const model = useModel()
  const { sandboxName, scenarios } = usePanelState()
  const action = useAction()
  // A sandbox that a scenario's name begins is made when it is first asked for.
  const isOfScenario = scenarios.some(({ name }) => name === sandboxName.split('~')[0])
  const create = async (): Promise<void> => {
    if (!isOfScenario) await mockHere().createSandbox({ name: sandboxName })
    await loadSandbox(model)
  }
  return (
    <div class="empty" role="alert">
      <h1 class="empty-title" tabIndex={-1}>
        There is no sandbox “{sandboxName}”.
      </h1>
      <p>It may have been deleted or evicted.</p>
      <div class="buttons">
        <Button class="main" onClick={() => void action.run(create)} words="Create it" />
        <Button onClick={() => model.show('main')} words="Show main" />
      </div>
      <Failure of={action} />
    </div>
  )
}
