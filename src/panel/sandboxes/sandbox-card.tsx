import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Failure } from '../parts/failure.js'
import { saveFile } from '../parts/save-file.js'
import { type Action, useAction } from '../parts/use-action.js'
import { useContents, useModel } from '../state/panel-model.js'
import { readScenario, writeScenario } from './scenario-file.js'
import { DeleteSelected } from './sandbox-list.js'
import { showCounts } from './show-counts.js'

/** The sandbox that is shown: back to its start, kept as a file, taken away. */
export function SandboxCard(): ComponentChildren {
  const { sandbox, orders } = useContents()
  const model = useModel()
  const action = useAction()
  const reset = (): void => void action.run(() => model.box.reset())
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
        <button type="button" disabled={action.isBusy} onClick={reset}>
          Reset to {sandbox.scenario}
        </button>
        <Snapshot action={action} />
        <DeleteSelected names={sandbox.name === 'main' ? [] : [sandbox.name]} onDeleted={() => undefined} />
      </div>
      <Failure of={action} />
    </section>
  )
}

/** The whole sandbox as a scenario file, out and in. */
function Snapshot({ action }: { readonly action: Action }): ComponentChildren {
  const { box } = useModel()
  const input = useRef<HTMLInputElement>(null)
  const save = async (format: 'yaml' | 'json'): Promise<void> =>
    saveFile(`${box.name}.${format}`, await writeScenario(await box.state(), format))
  const load = async (): Promise<void> => {
    const file = input.current?.files?.[0]
    if (file === undefined) return
    await action.run(async () => await box.restore(await readScenario(await file.text())), {
      words: `${file.name} loaded`,
    })
    if (input.current !== null) input.current.value = ''
  }
  return (
    <>
      {(['yaml', 'json'] as const).map((format) => (
        <button key={format} type="button" onClick={() => void action.run(() => save(format))}>
          Save as {format.toUpperCase()}
        </button>
      ))}
      <label class="button">
        Load scenario file
        <input ref={input} class="unseen" type="file" accept=".yaml,.yml,.json" onChange={() => void load()} />
      </label>
    </>
  )
}
