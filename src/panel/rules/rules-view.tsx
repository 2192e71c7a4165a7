import type { Fault } from '../../control-client/index.js'
import { Button, NewButton } from '../parts/buttons.js'
import { FormDialog } from '../parts/form-dialog.js'
import { Card, Item, View } from '../parts/view.js'
import { contentsHere, openDialog } from '../state/panel-state.js'
import { ClockCard, TimeLine } from './clock-card.js'
import { describeNext } from './next-faults.js'
import { FreedomCard } from './freedom-card.js'
import {
  changeFaults,
  describeFault,
  faultFields,
  faultOf,
  formOf,
  isSpent,
  type KnownFault,
  NEW_FAULT,
  pauseOrResume,
  PRESETS,
  replaceFault,
} from './faults.js'

export function RulesView() {
  return (
    <View title="Faults and clock">
      <div class="columns">
        <div class="stack">
          <FaultCard />
          <FreedomCard />
        </div>
        <div class="stack">
          <ClockCard />
          <TimeLine />
        </div>
      </div>
    </View>
  )
}

const addFault = (fault: Fault, words: string) => changeFaults((all) => [...all, fault], words)

function FaultCard() {
  const { faults } = contentsHere()
  return (
    <Card title="Faults" head={<NewButton onClick={() => openDialog(<FaultDialog />)} words="Add fault" />}>
      <div class="lines buttons">
        {PRESETS.map(([name, fault]) => (
          <Button key={name} onClick={() => void addFault(fault, `Fault added: ${name}`)} words={name} />
        ))}
      </div>
      {faults.length === 0 && <p class="hint">No faults. A fault makes requests fail, or slows them down.</p>}
      <ol class="list numbered">
        {faults.map((fault, index) => (
          <FaultItem key={index} index={index} fault={fault} />
        ))}
      </ol>
      <p class="hint">{describeNext(faults)}</p>
    </Card>
  )
}

function FaultItem(known: KnownFault) {
  const { fault } = known
  const words = describeFault(fault)
  return (
    <Item
      title={words}
      hints={[[fault.message && <bdi>“{fault.message}”, </bdi>, describeTimes(fault)]]}
      about={`fault: ${words}`}
      actions={[
        [isSpent(fault) && 'Re-arm', () => replaceFault(known, (now) => ({ ...now, fired: 0 }), 'Fault re-armed')],
        [fault.probability === 0 ? 'Resume' : 'Pause', () => pauseOrResume(known)],
        ['Remove', () => replaceFault(known, () => [], 'Fault removed')],
        ['Edit', () => openDialog(<FaultDialog known={known} />)],
      ]}
    />
  )
}

/** Without a fault, the dialog adds one; a fault is as it was when the dialog was opened, because faults may change meanwhile. */
function FaultDialog({ known }: { readonly known?: KnownFault }) {
  return (
    <FormDialog
      title={known === undefined ? 'Add a fault' : 'Edit fault'}
      button={known === undefined ? 'Add fault' : 'Save'}
      start={formOf(known?.fault ?? NEW_FAULT)}
      fields={faultFields}
      save={(form) =>
        known
          ? replaceFault(known, (now) => faultOf(form, now), 'Fault edited')
          : addFault(faultOf(form), 'Fault added')
      }
    />
  )
}

function describeTimes({ times, fired = 0 }: Fault): string {
  if (times === undefined) return fired === 0 ? 'unlimited' : `unlimited, ${fired} so far`
  return fired >= times ? 'used up' : `${times - fired} of ${times} left`
}
