import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import type { SandboxSummary } from '../../control-client/index.js'
import { CopyButton, putOnClipboard } from '../parts/copy-button.js'
import { Failure } from '../parts/failure.js'
import { saveFile } from '../parts/save-file.js'
import { describeClock, showInstant } from '../parts/times.js'
import { useAction } from '../parts/use-action.js'
import { useSandboxNow } from '../parts/use-now.js'
import { isActive } from '../rules/describe-fault.js'
import { showCounts } from '../sandboxes/show-counts.js'
import { writeScenario } from '../sandboxes/scenario-file.js'
import { linkTo } from '../sandboxes/situation-link.js'
import { undo } from '../state/history.js'
import { useContents, useModel } from '../state/panel-model.js'
import type { PanelModel, SandboxClock } from '../state/panel-model.js'
import { addressOf } from './address.js'

/** The situation in which a request will find the sandbox; the same in every view. */
export function SituationBar(): ComponentChildren {
  const { sandbox, orders, faults, clock } = useContents()
  const { name, scenario, apiKey } = sandbox
  const active = faults.filter(isActive).length
  const rules = addressOf(name, 'rules')
  return (
    <section class="situation" aria-label="Situation">
      <span>
        Scenario <b>{scenario}</b>
      </span>
      <span>{showCounts(orders)}</span>
      <ClockWords clock={clock} href={rules} />
      {active > 0 && (
        <a class="badge fault" href={rules}>
          {active === 1 ? '1 active fault' : `${active} active faults`}
        </a>
      )}
      <span class="spacer" />
      <span class="key">
        Key <code>{apiKey}</code> <CopyButton text={apiKey} what="API key" />
      </span>
      <Actions sandbox={sandbox} />
    </section>
  )
}

/** What can be done with the whole situation. */
function Actions({ sandbox: { name, scenario } }: { readonly sandbox: SandboxSummary }): ComponentChildren {
  const model = useModel()
  const action = useAction()
  const reset = async (): Promise<unknown> => await model.box.reset(undefined, { keepRequests: true })
  return (
    <>
      <Button
        class="quiet"
        title="Undo the latest change"
        onClick={() => void action.run(() => undo(model))}
        words="Undo"
      />
      <Button
        class="quiet"
        title="Copy a link that carries orders, faults and clock"
        onClick={() => void action.run(() => share(model))}
        words="Copy link"
      />
      <Button
        class="quiet"
        aria-label={`Reset ${name} to ${scenario}`}
        onClick={() => void action.run(reset, { words: `${name} reset to ${scenario}` })}
        words="Reset"
      />
      <Failure of={action} />
    </>
  )
}

/** Copies a link that carries the whole situation; what is too large for a link becomes a file. */
async function share(model: PanelModel): Promise<void> {
  const { box } = model
  const state = await box.state()
  const link = await linkTo(state)
  if (link === undefined) saveFile(`${box.name}.yaml`, await writeScenario(state, 'yaml'))
  else if (!(await putOnClipboard(link))) throw new Error('The browser does not allow this page to copy.')
  const words = link === undefined ? 'Too large for a link: saved as a file instead' : 'Link copied'
  model.update({ notice: { words, changes: [] } })
}

function ClockWords({ clock, href }: { readonly clock: SandboxClock; readonly href: string }): ComponentChildren {
  const nowMs = useSandboxNow(clock)
  const words = describeClock(clock, nowMs)
  return (
    words !== 'Real time' && (
      <a class="badge pending" href={href} title={showInstant(nowMs)}>
        {words}
      </a>
    )
  )
}
