import { useRef, useState } from 'preact/hooks'
import type { Fault } from '../../control-client/index.js'
import { Button, Deed } from '../parts/buttons.js'
import { FormDialog } from '../parts/form-dialog.js'
import { Card, Item } from '../parts/view.js'
import { useContents, useModel } from '../state/panel-model.js'
import { describeFault, faultFields, faultOf, formOf, isSpent, NEW_FAULT, PRESETS } from './faults.js'

/** The failures to inject, in the order in which they are tried. */
export function FaultCard() {
  const { faults } = useContents()
  const model = useModel()
  // As it was when the dialog was opened: the others may change meanwhile.
  const [edited, setEdited] = useState<Omit<FaultDialogProps, 'onClose'>>()
  const head = (
    <>
      <Button
        disabled={faults.length === 0}
        onClick={() => void model.run(() => model.box.faults.clear(), 'All faults removed')}
        words="Remove all"
      />
      <Button
        class="main"
        data-new
        onClick={() => setEdited({ index: faults.length, fault: NEW_FAULT, isNew: true })}
        words="Add fault"
      />
    </>
  )
  return (
    <Card title="Faults" head={head}>
      {faults.length === 0 && <p class="hint">No faults. A fault makes requests fail, or slows them down.</p>}
      <FaultList onEdit={(index, fault) => setEdited({ index, fault, isNew: false })} />
      {edited !== undefined && <FaultDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

/** Puts faults in the place of some others. */
export function useReplace() {
  const model = useModel()
  return (index: number, count: number, by: readonly Fault[], words: string): Promise<boolean> =>
    model.run(async () => {
      const { faults } = model.box
      // They are read anew: one may have fired since the page was last told.
      await faults.set((await faults.all()).toSpliced(index, count, ...by))
    }, words)
}

/** Pauses a fault, or lets it hit requests as often as before. */
function usePauseOrResume() {
  const replace = useReplace()
  const before = useRef(new Map<string, number | undefined>())
  return (index: number, { probability, ...fault }: Fault): void => {
    const name = describeFault(fault)
    const isPaused = probability === 0
    const next = isPaused ? before.current.get(name) : 0
    before.current.set(name, probability)
    const changed = next === undefined ? fault : { ...fault, probability: next }
    void replace(index, 1, [changed], isPaused ? 'Fault resumed' : 'Fault paused')
  }
}

function FaultList({ onEdit }: { readonly onEdit: (index: number, fault: Fault) => void }) {
  const { faults } = useContents()
  const replace = useReplace()
  const pauseOrResume = usePauseOrResume()
  const deeds = (fault: Fault, index: number) => [
    ['Re-arm', () => replace(index, 1, [{ ...fault, fired: 0 }], 'Fault re-armed')] as const,
    [fault.probability === 0 ? 'Resume' : 'Pause', () => pauseOrResume(index, fault)] as const,
    ['Edit', () => onEdit(index, fault)] as const,
    ['Remove', () => replace(index, 1, [], 'Fault removed')] as const,
  ]
  return (
    <ul class="list">
      {faults.map((fault, index) => (
        <Item
          key={index}
          class={isSpent(fault) ? 'spent' : ''}
          title={describeFault(fault)}
          hints={[fault.message && `“${fault.message}”`, <Countdown key="countdown" fault={fault} />]}
        >
          {deeds(fault, index).map(
            ([words, onClick], place) =>
              (isSpent(fault) || words !== 'Re-arm') && (
                <Deed
                  // Pause becomes Resume, and keeps the focus.
                  key={place}
                  about={`fault: ${describeFault(fault)}`}
                  onClick={() => void onClick()}
                  words={words}
                />
              ),
          )}
        </Item>
      ))}
    </ul>
  )
}

function Countdown({ fault: { times, fired = 0 } }: { readonly fault: Fault }) {
  if (times === undefined) return <>always{fired > 0 && `, ${fired} so far`}</>
  const left = Math.max(0, times - fired)
  return (
    <>
      <progress max={times} value={left} aria-label="Times left" />{' '}
      {left === 0 ? 'used up' : `${left} of ${times} left`}
    </>
  )
}

interface FaultDialogProps {
  /** Where the fault is, or is to be, among the others. */
  readonly index: number
  readonly fault: Fault
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Adds a fault, or edits one. */
export function FaultDialog({ index, fault, isNew, onClose }: FaultDialogProps) {
  const replace = useReplace()
  return (
    <FormDialog
      title={isNew ? 'Add a fault' : 'Edit fault'}
      button={isNew ? 'Add fault' : 'Save'}
      start={formOf(fault)}
      fields={faultFields}
      presets={PRESETS}
      save={(form) => replace(index, isNew ? 0 : 1, [faultOf(form)], isNew ? 'Fault added' : 'Fault edited')}
      onClose={onClose}
    />
  )
}
