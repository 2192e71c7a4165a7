import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { useAction } from '../parts/use-action.js'
import { mockHere, useModel, usePanelState } from '../state/panel-model.js'

interface NewSandboxProps {
  readonly onClose: () => void
}

/** Makes a sandbox, and shows it. */
export function NewSandbox({ onClose }: NewSandboxProps): ComponentChildren {
  const model = useModel()
  const { scenarios } = usePanelState()
  const [name, setName] = useState('')
  const [scenario, setScenario] = useState('')
  const action = useAction()
  const create = async (event: Event): Promise<void> => {
    event.preventDefault()
    const wanted = { ...(name.trim() !== '' && { name: name.trim() }), ...(scenario !== '' && { scenario }) }
    await action.run(async () => {
      const made = await mockHere().createSandbox(wanted)
      onClose()
      model.show(made.name)
    })
  }
  return (
    <Dialog title="New sandbox" onClose={onClose}>
      <form onSubmit={(event) => void create(event)}>
        <div class="fields">
          <Field label="Name" value={name} onInput={setName} placeholder="one that is free" />
          <Choice
            label="Scenario"
            value={scenario}
            onChange={setScenario}
            options={[['', 'the server’s own'], ...scenarios.map((each) => [each.name, each.name] as const)]}
          />
        </div>
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            Create sandbox
          </button>
        </div>
      </form>
    </Dialog>
  )
}
