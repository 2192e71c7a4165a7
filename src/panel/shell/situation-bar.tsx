import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import type { SandboxSummary } from '../../control-client/index.js'
import { CopyButton } from '../parts/copy-button.js'
import { Failure } from '../parts/failure.js'
import { describeClock, showInstant } from '../parts/times.js'
import { useAction } from '../parts/use-action.js'
import { useSandboxNow } from '../parts/use-now.js'
import { isActive } from '../rules/describe-fault.js'
import { showCounts } from '../sandboxes/show-counts.js'
import { undo } from '../state/history.js'
import { useContents, useModel } from '../state/panel-model.js'
import type { SandboxClock } from '../state/panel-model.js'
import { addressOf } from './address.js'
import { ShareButton } from './share-button.js'

/** The situation in which a request will find the sandbox; the same in every view. */
export function SituationBar(): ComponentChildren {
  const model = useModel()
  const { sandbox, orders, faults, clock } = useContents()
  const action = useAction()
  const active = faults.filter(isActive).length
  const rules = addressOf(sandbox.name, 'rules')
  return (
    <section class="situation" aria-label="Situation">
      <span>
        Scenario <b>{sandbox.scenario}</b>
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
        Key <code>{sandbox.apiKey}</code> <CopyButton text={sandbox.apiKey} what="API key" />
      </span>
      <Button
        class="quiet"
        title="Undo the latest change"
        onClick={() => void action.run(() => undo(model))}
        words="Undo"
      />
      <ShareButton />
      <Reset sandbox={sandbox} />
      <Failure of={action} />
    </section>
  )
}

function Reset({ sandbox }: { readonly sandbox: SandboxSummary }): ComponentChildren {
  const model = useModel()
  const action = useAction()
  const reset = (): void =>
    void action.run(() => model.box.reset(undefined, { keepRequests: true }), {
      words: `${sandbox.name} reset to ${sandbox.scenario}`,
    })
  return (
    <>
      <Button class="quiet" aria-label={`Reset ${sandbox.name} to ${sandbox.scenario}`} onClick={reset} words="Reset" />
      <Failure of={action} />
    </>
  )
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
