import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../control/control-api.js'
import type { Fault } from '../control/schemas.js'
import { Failure } from '../parts/failure.js'
import { useAction } from '../parts/use-action.js'
import { pathOf } from '../state/load.js'
import { useContents } from '../state/panel-context.js'
import { describeFault, isSpent } from './describe-fault.js'
import { FaultDialog } from './fault-dialog.js'

/** The failures to inject, in the order in which they are tried. */
export function FaultCard(): ComponentChildren {
  const { faults, sandbox } = useContents()
  const [isAdding, setIsAdding] = useState(false)
  const action = useAction()
  const line = `${pathOf(sandbox.name)}/faults` as const
  // The list is read anew: a fault may have fired since the page was last told.
  const remove = async (index: number): Promise<void> => {
    const current = await ask<readonly unknown[]>(`GET ${line}`)
    await ask(`PUT ${line}`, current.toSpliced(index, 1))
  }
  return (
    <section class="card" aria-labelledby="faults-title">
      <div class="card-head">
        <h2 id="faults-title">Faults</h2>
        <button
          type="button"
          disabled={faults.length === 0}
          onClick={() => void action.run(() => ask(`DELETE ${line}`))}
        >
          Remove all
        </button>
        <button type="button" class="main" onClick={() => setIsAdding(true)}>
          Add fault
        </button>
      </div>
      <Failure of={action} />
      {faults.length === 0 && <p class="hint">Nothing goes wrong here. Faults make requests fail, or answer late.</p>}
      <ul class="list">
        {faults.map((fault, index) => (
          <FaultItem key={index} fault={fault} onRemove={() => void action.run(() => remove(index))} />
        ))}
      </ul>
      {isAdding && <FaultDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}

interface FaultItemProps {
  readonly fault: Fault
  readonly onRemove: () => void
}

function FaultItem({ fault, onRemove }: FaultItemProps): ComponentChildren {
  const words = describeFault(fault)
  return (
    <li class={isSpent(fault) ? 'item spent' : 'item'}>
      <div class="item-words">
        <p class="sentence">{words}</p>
        {fault.message !== undefined && <p class="hint">“{fault.message}”</p>}
        <Countdown fault={fault} />
      </div>
      <button type="button" class="quiet" aria-label={`Remove fault: ${words}`} onClick={onRemove}>
        Remove
      </button>
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
