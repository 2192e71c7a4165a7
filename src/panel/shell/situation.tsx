import { useEffect, useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { Button, CopyButton, putOnClipboard, Menu } from '../parts/buttons.js'
import { Dialog } from '../parts/dialog.js'
import { Question } from '../parts/form-dialog.js'
import { Counts, Icon, type IconName } from '../parts/icon.js'
import { count, showInstant } from '../state/words.js'
import { isActive } from '../rules/faults.js'
import { describeNext } from '../rules/next-faults.js'
import { changedFreedoms } from '../rules/freedom-card.js'
import { referenceAddress } from '../state/address.js'
import { goTo } from '../state/load.js'
import { mockHere } from '../state/mock-here.js'
import { boxHere, contentsHere, describeClock, reset, run, sandboxNow, say } from '../state/panel-state.js'
import { countByStatus } from '../state/shown-order.js'
import { linkTo, saveFile, unpack, writeScenario } from '../state/situation-text.js'
import { Notice } from './notice.js'
import { ViewLink } from './top-bar.js'

/** The state in which a request will find the sandbox, and the actions on all of it; the same in every view. */
export function SituationBar() {
  const { sandbox, orders, faults, freedoms } = contentsHere()
  const { scenario, apiKey } = sandbox
  const changed = changedFreedoms(freedoms)
  const choices = changed.map(({ name }) => `${name}: ${freedoms.choices[name]}`).join('\n')
  const active = faults.filter(isActive).length
  const time = describeClock()
  return (
    <section class="line situation" aria-label="Situation">
      <span class="scenario">
        Scenario <b>{scenario}</b>
      </span>
      <Counts counts={countByStatus(orders)} />
      {time !== 'System time' && <Chip icon="clock" title={showInstant(sandboxNow())} words={time} />}
      {active > 0 && <Chip icon="fault" title={describeNext(faults)} words={count(active, 'active fault')} />}
      {changed.length > 0 && <Chip icon="freedom" title={choices} words={count(changed.length, 'changed freedom')} />}
      <Notice />
      <Menu name="More actions on this sandbox">
        <p class="hint only-in-menu">Scenario {scenario}</p>
        {sandbox.panelUrl !== undefined && (
          <a class="only-in-menu" href={referenceAddress()}>
            API reference
          </a>
        )}
        <Actions />
        <span class="line key">
          <span class="unseen">Key </span>
          <code>{apiKey}</code> <CopyButton text={apiKey} what="API key" />
        </span>
      </Menu>
    </section>
  )
}

function Chip({ icon, title, words }: Readonly<{ icon: IconName; title: string; words: string }>) {
  const [start = ''] = /^[\w,]*\w/.exec(words) ?? []
  return (
    <ViewLink class={`badge ${icon}`} view="rules" title={title}>
      <Icon name={icon} />
      <span>
        {start}
        <span class="rest">{words.slice(start.length)}</span>
      </span>
    </ViewLink>
  )
}

function Actions() {
  const { name, scenario, panelUrl } = contentsHere().sandbox
  const title = 'Copy a link that contains the orders, faults and clock'
  const label = `Reset ${name} to ${scenario}`
  return (
    <>
      {panelUrl !== undefined && (
        <Button class="quiet" icon="link" title={title} onClick={() => void run(share)} words="Copy link" />
      )}
      <Button class="quiet" icon="reset" data-replaces aria-label={label} onClick={() => void reset()} words="Reset" />
    </>
  )
}

/** Copies a link that carries the whole state; what is too large for a link becomes a file. */
async function share(): Promise<void> {
  const box = boxHere()
  const document = await box.state()
  const link = await linkTo(document)
  if (link === undefined) saveFile(`${box.name}.yaml`, await writeScenario(document, 'yaml'))
  else if (!(await putOnClipboard(link))) throw new Error('The browser blocked access to the clipboard.')
  say(link === undefined ? 'Too large for a link: saved as a file instead' : 'Link copied')
}

/** Asks whether to open the state that a link carries, and creates a new sandbox from it. */
export function OpenedSituation({ packed }: { readonly packed: string }) {
  const title = 'Open the shared state?'
  const [situation, setSituation] = useState<ScenarioDocument>()
  useEffect(() => void run(async () => setSituation(await unpack(packed))), [packed])
  if (situation === undefined) return <Dialog title={title} />
  const open = async (): Promise<void> => {
    const made = await mockHere().createSandbox()
    await made.restore(situation).catch(async (error: unknown) => {
      await made.delete()
      throw error
    })
    goTo({ sandboxName: made.name })
  }
  return (
    <Question
      title={title}
      text={`Contains ${describe(situation)}. Opens in a new sandbox.`}
      button="Open in a new sandbox"
      no="Discard"
      save={() => run(open)}
    />
  )
}

function describe({ orders = [], faults = [], now }: ScenarioDocument): string {
  const what = [count(orders.length, 'order'), faults.length > 0 && count(faults.length, 'fault')]
  return [...what, now && 'a custom clock'].filter(Boolean).join(', ')
}
