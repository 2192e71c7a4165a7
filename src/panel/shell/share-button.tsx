import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import { putOnClipboard } from '../parts/copy-button.js'
import { Failure } from '../parts/failure.js'
import { saveFile } from '../parts/save-file.js'
import { useAction } from '../parts/use-action.js'
import { writeScenario } from '../sandboxes/scenario-file.js'
import { linkTo } from '../sandboxes/situation-link.js'
import { useModel } from '../state/panel-model.js'

/** Copies a link that carries the whole situation; what is too large for a link becomes a file. */
export function ShareButton(): ComponentChildren {
  const model = useModel()
  const action = useAction()
  const share = async (): Promise<void> => {
    const { box } = model
    const state = await box.state()
    const link = await linkTo(state)
    if (link === undefined) saveFile(`${box.name}.yaml`, await writeScenario(state, 'yaml'))
    else if (!(await putOnClipboard(link))) throw new Error('The browser does not allow this page to copy.')
    const words = link === undefined ? 'Too large for a link: saved as a file instead' : 'Link copied'
    model.update({ notice: { words, changes: [] } })
  }
  return (
    <>
      <Button
        class="quiet"
        title="Copy a link that carries orders, faults and clock"
        onClick={() => void action.run(share)}
        words="Copy link"
      />
      <Failure of={action} />
    </>
  )
}
