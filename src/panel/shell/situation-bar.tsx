import { Button, CopyButton, putOnClipboard } from '../parts/buttons.js'
import { saveFile } from '../parts/save-file.js'
import { count, showInstant } from '../parts/words.js'
import { isActive } from '../rules/faults.js'
import { writeScenario } from '../sandboxes/scenario-file.js'
import { linkTo } from '../sandboxes/situation-link.js'
import { addressOf } from '../state/address.js'
import { type PanelModel, useContents, useModel, useSandboxNow } from '../state/panel-model.js'
import { describeClock } from '../state/sandbox-clock.js'
import { countByStatus, showCounts } from '../state/shown-order.js'

/** The situation in which a request will find the sandbox, and what can be done with all of it; the same in every view. */
export function SituationBar() {
  const { sandbox, orders, faults, clock } = useContents()
  const { name, scenario, apiKey } = sandbox
  const active = faults.filter(isActive).length
  const nowMs = useSandboxNow()
  const time = describeClock(clock, nowMs)
  const rules = addressOf({ sandboxName: name, view: 'rules' })
  return (
    <section class="situation" aria-label="Situation">
      <span>
        Scenario <b>{scenario}</b>
      </span>
      <span>{showCounts(countByStatus(orders))}</span>
      {time !== 'Real time' && (
        <a class="badge pending" href={rules} title={showInstant(nowMs)}>
          {time}
        </a>
      )}
      {active > 0 && (
        <a class="badge fault" href={rules}>
          {count(active, 'active fault')}
        </a>
      )}
      <span class="key">
        Key <code>{apiKey}</code> <CopyButton text={apiKey} what="API key" />
      </span>
      <Actions />
    </section>
  )
}

function Actions() {
  const model = useModel()
  const { name, scenario, panelUrl } = useContents().sandbox
  const reset = async (): Promise<unknown> => await model.box.reset(undefined, { keepRequests: true })
  return (
    <span class="deeds">
      <Button
        class="quiet"
        title="Undo the latest change"
        aria-keyshortcuts="Control+Z"
        onClick={() => void model.undo()}
        words="Undo"
      />
      {panelUrl !== undefined && (
        <Button
          class="quiet"
          title="Copy a link that carries orders, faults and clock"
          onClick={() => void model.run(() => share(model))}
          words="Copy link"
        />
      )}
      <Button
        class="quiet"
        aria-label={`Reset ${name} to ${scenario}`}
        onClick={() => void model.run(reset, `${name} reset to ${scenario}`)}
        words="Reset"
      />
    </span>
  )
}

/** Copies a link that carries the whole situation; what is too large for a link becomes a file. */
async function share(model: PanelModel): Promise<void> {
  const { box } = model
  const state = await box.state()
  const link = await linkTo(state)
  if (link === undefined) saveFile(`${box.name}.yaml`, await writeScenario(state, 'yaml'))
  else if (!(await putOnClipboard(link))) throw new Error('The browser does not allow this page to copy.')
  model.say(link === undefined ? 'Too large for a link: saved as a file instead' : 'Link copied')
}
