import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../control/control-api.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { useAction } from '../parts/use-action.js'
import { pathOf } from '../state/load.js'
import { useContents } from '../state/panel-context.js'
import { canNameOrder, EMPTY_FAULT, faultOf, type FaultForm } from './fault-form.js'

interface FaultDialogProps {
  /** Whether it is to hit the next request and no other. */
  readonly isForNext?: boolean
  readonly onClose: () => void
}

/** Adds a fault. */
export function FaultDialog({ isForNext = false, onClose }: FaultDialogProps): ComponentChildren {
  const { sandbox } = useContents()
  const [form, setForm] = useState<FaultForm>(isForNext ? { ...EMPTY_FAULT, times: '1' } : EMPTY_FAULT)
  const action = useAction()
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isSaved = await action.run(() => addFault(sandbox.name, form, isForNext))
    if (isSaved) onClose()
  }
  return (
    <Dialog title={isForNext ? 'Make the next request fail' : 'Add a fault'} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <Members form={form} isForNext={isForNext} onChange={(change) => setForm({ ...form, ...change })} />
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            {isForNext ? 'Let it fail' : 'Add fault'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The first fault that fits a request decides: what is for the next one goes first. */
async function addFault(sandboxName: string, form: FaultForm, isFirst: boolean): Promise<void> {
  const line = `${pathOf(sandboxName)}/faults` as const
  const faults = await ask<readonly unknown[]>(`GET ${line}`)
  await ask(`PUT ${line}`, isFirst ? [faultOf(form), ...faults] : [...faults, faultOf(form)])
}

interface MembersProps {
  readonly form: FaultForm
  readonly isForNext: boolean
  readonly onChange: (change: Partial<FaultForm>) => void
}

function Members({ form, isForNext, onChange }: MembersProps): ComponentChildren {
  return (
    <div class="fields">
      <What form={form} onChange={onChange} />
      {form.kind === 'status' && (
        <Field label="Status" value={form.status} onInput={(status) => onChange({ status })} hint="400 to 599" />
      )}
      <Field label="Delay in ms" value={form.delayMs} onInput={(delayMs) => onChange({ delayMs })} placeholder="none" />
      {!isForNext && (
        <>
          <Field label="Times" value={form.times} onInput={(times) => onChange({ times })} placeholder="always" />
          <Field
            label="Probability"
            value={form.probability}
            onInput={(probability) => onChange({ probability })}
            placeholder="1"
            hint="0 to 1"
          />
        </>
      )}
      {form.kind === 'status' && (
        <Field
          label="Message"
          value={form.message}
          onInput={(message) => onChange({ message })}
          placeholder="its own"
        />
      )}
    </div>
  )
}

function What({ form, onChange }: Pick<MembersProps, 'form' | 'onChange'>): ComponentChildren {
  return (
    <>
      <Choice
        label="Operation"
        value={form.operation}
        onChange={(operation) => onChange({ operation })}
        options={[['', 'any request'], ...['listOrders', 'cancelOrder', 'getPet'].map((each) => [each, each] as const)]}
      />
      {canNameOrder(form) && (
        <Field label="Order" value={form.orderId} onInput={(orderId) => onChange({ orderId })} placeholder="any" />
      )}
      <Choice
        label="What happens"
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          ['status', 'it is answered with an error'],
          ['delay', 'it is answered late'],
          ['reset', 'the connection is closed'],
          ['truncate', 'the body is cut short'],
          ['hang', 'it is never answered'],
        ]}
      />
    </>
  )
}
