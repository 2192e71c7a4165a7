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
  const replace = useReplace()
  // As it was when the dialog was opened: the others may change meanwhile. A new one has no place yet.
  const [edited, setEdited] = useState<{ readonly fault: Fault; readonly index?: number }>()
  const save = ({ index }: { readonly index?: number }, fault: Fault): Promise<boolean> =>
    index === undefined ? replace(Infinity, 0, [fault], 'Fault added') : replace(index, 1, [fault], 'Fault edited')
  const add = <Button class="main" data-new onClick={() => setEdited({ fault: NEW_FAULT })} words="Add fault" />
  return (
    <Card title="Faults" head={add}>
      {faults.length === 0 && <p class="hint">No faults. A fault makes requests fail, or slows them down.</p>}
      <FaultList onEdit={(index, fault) => setEdited({ fault, index })} />
      {edited !== undefined && (
        <FormDialog
          title={edited.index === undefined ? 'Add a fault' : 'Edit fault'}
          button={edited.index === undefined ? 'Add fault' : 'Save'}
          start={formOf(edited.fault)}
          fields={faultFields}
          presets={PRESETS}
          save={(form) => save(edited, faultOf(form))}
          onClose={() => setEdited(undefined)}
        />
      )}
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
          title={describeFault(fault)}
          hints={[fault.message && `“${fault.message}”`, describeTimes(fault)]}
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

/** For how many requests it is there. */
function describeTimes({ times, fired = 0 }: Fault): string {
  if (times === undefined) return fired === 0 ? 'always' : `always, ${fired} so far`
  return fired >= times ? 'used up' : `${times - fired} of ${times} left`
}
