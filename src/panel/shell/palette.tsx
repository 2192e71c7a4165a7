import { useState } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { moveFocus } from '../parts/focus.js'
import { goTo } from '../state/load.js'
import { useModel } from '../state/panel-model.js'

/** Of each kind. */
const MAX_SHOWN = 8

/** Goes to a sandbox, or resets the one that is shown to a scenario, by typing a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const model = useModel()
  const { sandboxes, scenarios, sandboxName } = model.state
  const [text, setText] = useState('')
  const reset = async (scenario: string): Promise<void> => {
    const notice = `${sandboxName} reset to ${scenario}`
    if (await model.run(() => model.box.reset(scenario, { keepRequests: true }), notice)) onClose()
  }
  const open = (name: string): void => {
    onClose()
    goTo(model, { sandboxName: name })
  }
  const found = [
    sandboxes.sandboxes.map(({ name }) => ({ words: `Open ${name}`, go: () => open(name) })),
    scenarios.map(({ name }) => ({ words: `Reset ${sandboxName} to ${name}`, go: () => void reset(name) })),
  ].flatMap((all) =>
    all.filter(({ words }) => words.toLowerCase().includes(text.trim().toLowerCase())).slice(0, MAX_SHOWN),
  )
  const goToFirst = (event: Event): void => {
    event.preventDefault()
    found[0]?.go()
  }
  return (
    <Dialog title="Sandboxes and scenarios" onClose={onClose}>
      <form onSubmit={goToFirst} onKeyDown={(event) => moveFocus(event.currentTarget, event) && event.preventDefault()}>
        <Field label="Find a sandbox or a scenario" type="search" value={text} onInput={setText} />
        {found.length === 0 && <p class="hint">No matches</p>}
        <ul class="list">
          {found.map(({ words, go }) => (
            <li key={words} class="item">
              <Button class="quiet" onClick={go} words={words} />
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
