import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { Fault } from '../../control-client/index.js'
import { Failure } from '../parts/failure.js'
import { type Action, useAction } from '../parts/use-action.js'
import { useContents, useModel } from '../state/panel-model.js'
import { describeFault, isSpent } from './describe-fault.js'
import { FaultDialog } from './fault-dialog.js'

/** The failures to inject, in the order in which they are tried. */
export function FaultCard(): ComponentChildren {
  const { faults } = useContents()
  const { box } = useModel()
  const [edited, setEdited] = useState<number>()
  const action = useAction()
  return (
    <section class="card" aria-labelledby="faults-title">
      <div class="card-head">
        <h2 id="faults-title">Faults</h2>
        <Button
          disabled={faults.length === 0}
          onClick={() => void action.run(() => box.faults.clear(), { words: 'All faults removed' })}
          words="Remove all"
        />
        <Button class="main" data-new onClick={() => setEdited(faults.length)} words="Add fault" />
      </div>
      <Failure of={action} />
      {faults.length === 0 && <p class="hint">No faults. A fault makes requests fail, or slows them down.</p>}
      <FaultList action={action} onEdit={setEdited} />
      {edited !== undefined && (
        <FaultDialog
          fault={faults[edited]}
          place={(all, fault) => all.toSpliced(edited, 1, fault)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

interface FaultListProps {
  readonly action: Action
  readonly onEdit: (index: number) => void
}

function FaultList({ action, onEdit }: FaultListProps): ComponentChildren {
  const { faults } = useContents()
  const { box } = useModel()
  /** How often a paused fault hit requests before. */
  const before = useRef(new Map<string, number | undefined>())
  // The list is read anew: a fault may have fired since the page was last told.
  const replace = (index: number, by: readonly Fault[], words: string): void =>
    void action.run(async () => await box.faults.set((await box.faults.all()).toSpliced(index, 1, ...by)), { words })
  const pauseOrResume = (index: number, { probability, ...fault }: Fault): void => {
    const name = describeFault(fault)
    if (probability !== 0) {
      before.current.set(name, probability)
      replace(index, [{ ...fault, probability: 0 }], 'Fault paused')
      return
    }
    const again = before.current.get(name)
    replace(index, [again === undefined ? fault : { ...fault, probability: again }], 'Fault resumed')
  }
  return (
    <ul class="list">
      {faults.map((fault, index) => (
        <FaultItem
          key={index}
          fault={fault}
          onEdit={() => onEdit(index)}
          onPause={() => pauseOrResume(index, fault)}
          onRearm={() => replace(index, [{ ...fault, fired: 0 }], 'Fault re-armed')}
          onRemove={() => replace(index, [], 'Fault removed')}
        />
      ))}
    </ul>
  )
}

interface FaultItemProps {
  readonly fault: Fault
  readonly onEdit: () => void
  readonly onPause: () => void
  readonly onRearm: () => void
  readonly onRemove: () => void
}

function FaultItem({ fault, onEdit, onPause, onRearm, onRemove }: FaultItemProps): ComponentChildren {
  const words = describeFault(fault)
  const deeds = [
    ...(isSpent(fault) ? [['Re-arm', onRearm] as const] : []),
    [fault.probability === 0 ? 'Resume' : 'Pause', onPause] as const,
    ['Edit', onEdit] as const,
    ['Remove', onRemove] as const,
  ]
  return (
    <li class={isSpent(fault) ? 'item spent' : 'item'}>
      <div class="item-words">
        <p class="sentence">{words}</p>
        {fault.message !== undefined && <p class="hint">“{fault.message}”</p>}
        <Countdown fault={fault} />
      </div>
      <div class="item-deeds">
        {deeds.map(([deed, onClick]) => (
          <Button key={deed} class="quiet" aria-label={`${deed} fault: ${words}`} onClick={onClick} words={deed} />
        ))}
      </div>
    </li>
  )
}

function Countdown({ fault: { times, fired = 0 } }: { readonly fault: Fault }): ComponentChildren {
  if (times === undefined) return <p class="hint">always{fired > 0 && `, ${fired} so far`}</p>
  const left = Math.max(0, times - fired)
  return (
    <p class="countdown">
      <progress max={times} value={left} aria-label="Times left" />
      {left === 0 ? 'used up' : `${left} of ${times} left`}
    </p>
  )
}
