import type { ComponentChildren } from 'preact'
import type { RemoteSandbox } from '../../control-client/index.js'
import { Button } from '../parts/button.js'
import { Failure } from '../parts/failure.js'
import { saveFile } from '../parts/save-file.js'
import { useAction } from '../parts/use-action.js'
import { useContents, useModel } from '../state/panel-model.js'
import { DeleteSelected } from './sandbox-list.js'
import { readScenario, writeScenario } from './scenario-file.js'
import { showCounts } from './show-counts.js'

/** The sandbox that is shown: kept as a scenario file, made of one, deleted. */
export function SandboxCard(): ComponentChildren {
  const { sandbox, orders } = useContents()
  const { box } = useModel()
  const action = useAction()
  const load = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? []
    const restore = async (): Promise<unknown> => box.restore(await readScenario((await file?.text()) ?? ''))
    if (file !== undefined) await action.run(restore, { words: `${file.name} loaded` })
    // So that the same file can be loaded again.
    input.value = ''
  }
  return (
    <section class="card" aria-labelledby="sandbox-title">
      <div class="card-head">
        <h2 id="sandbox-title" class="name">
          {sandbox.name}
        </h2>
        <p class="hint">
          Scenario {sandbox.scenario} · {showCounts(orders)}
        </p>
      </div>
      <div class="buttons">
        <Button onClick={() => void action.run(() => save(box, 'yaml'))} words="Save as YAML" />
        <Button onClick={() => void action.run(() => save(box, 'json'))} words="Save as JSON" />
        <label class="button">
          Load scenario file
          <input
            class="unseen"
            type="file"
            accept=".yaml,.yml,.json"
            onChange={({ currentTarget }) => void load(currentTarget)}
          />
        </label>
        <DeleteSelected names={sandbox.name === 'main' ? [] : [sandbox.name]} onDeleted={() => undefined} />
      </div>
      <Failure of={action} />
    </section>
  )
}

async function save(box: RemoteSandbox, format: 'yaml' | 'json'): Promise<void> {
  saveFile(`${box.name}.${format}`, await writeScenario(await box.state(), format))
}
