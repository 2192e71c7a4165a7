import { useRef } from 'preact/hooks'
import type { Fault } from '../../control-client/index.js'
import { Button, NewButton } from '../parts/buttons.js'
import { FormDialog } from '../parts/form-dialog.js'
import { Card, Item } from '../parts/view.js'
import { contentsHere, openDialog } from '../state/panel-state.js'
import { describeNext } from './next-faults.js'
import { describeFault, faultFields, faultOf, formOf, isSpent, NEW_FAULT, PRESETS, replaceFaults } from './faults.js'

export function FaultCard() {
  const { faults } = contentsHere()
  const pauseOrResume = usePauseOrResume()
  const items = faults.map((fault, index) => (
    <Item
      key={index}
      title={describeFault(fault)}
      hints={[[fault.message && `“${fault.message}”`, describeTimes(fault)].filter(Boolean).join(', ')]}
      about={`fault: ${describeFault(fault)}`}
      actions={[
        isSpent(fault) && ['Re-arm', () => replaceFaults(index, 1, [{ ...fault, fired: 0 }], 'Fault re-armed')],
        [fault.probability === 0 ? 'Resume' : 'Pause', () => pauseOrResume(index, fault)],
        ['Edit', () => openDialog(<FaultDialog fault={fault} index={index} />)],
        ['Remove', () => replaceFaults(index, 1, [], 'Fault removed')],
      ]}
    />
  ))
  return (
    <Card
      title="Faults"
      head={<NewButton onClick={() => openDialog(<FaultDialog fault={NEW_FAULT} />)} words="Add fault" />}
    >
      <Presets />
      {faults.length === 0 && <p class="hint">No faults. A fault makes requests fail, or slows them down.</p>}
      <ol class="list numbered">{items}</ol>
      <p class="hint">{describeNext(faults)}</p>
    </Card>
  )
}

function Presets() {
  return (
    <div class="lines buttons">
      {PRESETS.map(([name, fault]) => (
        <Button
          key={name}
          onClick={() => void replaceFaults(Infinity, 0, [fault], `Fault added: ${name}`)}
          words={name}
        />
      ))}
    </div>
  )
}

function usePauseOrResume() {
  const before = useRef(new Map<string, number | undefined>())
  return async (index: number, { probability, ...fault }: Fault): Promise<void> => {
    const name = describeFault(fault)
    const isPaused = probability === 0
    const next = isPaused ? before.current.get(name) : 0
    before.current.set(name, probability)
    const changed = next === undefined ? fault : { ...fault, probability: next }
    await replaceFaults(index, 1, [changed], isPaused ? 'Fault resumed' : 'Fault paused')
  }
}

/** Without an index, the fault is new; it is as it was when the dialog was opened, because faults may change meanwhile. */
function FaultDialog({ fault, index }: Readonly<{ fault: Fault; index?: number }>) {
  const isNew = index === undefined
  return (
    <FormDialog
      title={isNew ? 'Add a fault' : 'Edit fault'}
      button={isNew ? 'Add fault' : 'Save'}
      start={formOf(fault)}
      fields={faultFields}
      save={(form) =>
        isNew
          ? replaceFaults(Infinity, 0, [faultOf(form)], 'Fault added')
          : replaceFaults(index, 1, [faultOf(form, fault)], 'Fault edited')
      }
    />
  )
}

function describeTimes({ times, fired = 0 }: Fault): string {
  if (times === undefined) return fired === 0 ? 'unlimited' : `unlimited, ${fired} so far`
  return fired >= times ? 'used up' : `${times - fired} of ${times} left`
}
