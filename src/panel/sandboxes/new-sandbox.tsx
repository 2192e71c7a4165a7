import type { ComponentChildren } from 'preact'
import { FormDialog } from '../parts/form-dialog.js'
import { mockHere, useModel, usePanelState } from '../state/panel-model.js'

interface NewSandboxProps {
  readonly onClose: () => void
}

/** Makes a sandbox, and shows it. */
export function NewSandbox({ onClose }: NewSandboxProps): ComponentChildren {
  const model = useModel()
  const { scenarios } = usePanelState()
  const create = async ({ name, scenario }: Readonly<Record<'name' | 'scenario', string>>): Promise<void> => {
    const made = await mockHere().createSandbox({ ...(name !== '' && { name }), ...(scenario !== '' && { scenario }) })
    model.show(made.name)
  }
  return (
    <FormDialog
      title="New sandbox"
      button="Create sandbox"
      start={{ name: '', scenario: '' }}
      fields={() => [
        { member: 'name', label: 'Name', placeholder: 'one that is free' },
        {
          member: 'scenario',
          label: 'Scenario',
          options: [['', 'the server’s own'], ...scenarios.map((each) => [each.name, each.name] as const)],
        },
      ]}
      save={create}
      onClose={onClose}
    />
  )
}
