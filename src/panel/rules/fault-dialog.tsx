import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { Fault } from '../../control-client/index.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { useAction } from '../parts/use-action.js'
import { useModel } from '../state/panel-model.js'
import { canNameOrder, type FaultErrors, faultErrors, type FaultForm, faultOf, formOf, PRESETS } from './fault-form.js'

interface FaultDialogProps {
  /** The fault to edit; without one, a new one is added. */
  readonly fault?: Fault
  /** Whether it is to hit the next request and no other. */
  readonly isForNext?: boolean
  /** Puts the fault where it belongs among those that there are. */
  readonly place: (faults: readonly Fault[], fault: Fault) => readonly Fault[]
  readonly onClose: () => void
}

/** Adds a fault, or edits one. */
export function FaultDialog({ fault, isForNext = false, place, onClose }: FaultDialogProps): ComponentChildren {
  const { box } = useModel()
  const [before] = useState(() => ({ ...formOf(fault), ...(isForNext && { times: '1' }) }))
  const [form, setForm] = useState<FaultForm>(before)
  const [errors, setErrors] = useState<FaultErrors>({})
  const action = useAction()
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const found = faultErrors(form)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    // The list is read anew: a fault may have fired since the page was last told.
    const isSaved = await action.run(async () => await box.faults.set(place(await box.faults.all(), faultOf(form))), {
      words: fault === undefined ? 'Fault added' : 'Fault edited',
    })
    if (isSaved) onClose()
  }
  const [title, button] = words(fault !== undefined, isForNext)
  const isEdited = JSON.stringify(form) !== JSON.stringify(before)
  return (
    <Dialog title={title} isEdited={isEdited} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Presets onChoose={(preset) => setForm(isForNext ? { ...preset, times: '1' } : preset)} />
        <Members
          form={form}
          errors={errors}
          isForNext={isForNext}
          onChange={(change) => setForm({ ...form, ...change })}
        />
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Presets({ onChoose }: { readonly onChoose: (form: FaultForm) => void }): ComponentChildren {
  return (
    <div class="buttons presets" role="group" aria-label="Presets">
      {PRESETS.map(([name, preset]) => (
        <Button key={name} onClick={() => onChoose(preset)} words={name} />
      ))}
    </div>
  )
}

function words(isEdit: boolean, isForNext: boolean): readonly [title: string, button: string] {
  if (isEdit) return ['Edit fault', 'Save']
  return isForNext ? ['Make the next request fail', 'Make it fail'] : ['Add a fault', 'Add fault']
}

interface MembersProps {
  readonly form: FaultForm
  readonly errors: FaultErrors
  readonly isForNext: boolean
  readonly onChange: (change: Partial<FaultForm>) => void
}

function Members({ form, errors, isForNext, onChange }: MembersProps): ComponentChildren {
  const line = (member: keyof FaultForm, label: string, placeholder: string): ComponentChildren => (
    <Field
      label={label}
      value={form[member]}
      error={errors[member]}
      onInput={(value) => onChange({ [member]: value })}
      placeholder={placeholder}
    />
  )
  return (
    <div class="fields">
      <Choice
        label="Operation"
        value={form.operation}
        onChange={(operation) => onChange({ operation })}
        options={[['', 'any'], ...['listOrders', 'cancelOrder', 'getPet'].map((each) => [each, each] as const)]}
      />
      {canNameOrder(form) && line('orderId', 'Order', 'any')}
      <Choice
        label="What happens"
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          ['status', 'an error response'],
          ['delay', 'a slow response'],
          ['reset', 'the connection closes'],
          ['truncate', 'the body is cut short'],
          ['hang', 'no response at all'],
        ]}
      />
      {form.kind === 'status' && line('status', 'Status', '500')}
      {line('delayMs', 'Delay in ms', form.kind === 'delay' ? 'such as 250 or 100-500' : 'none')}
      {!isForNext && line('times', 'Times', 'always')}
      {!isForNext && line('percent', 'Percent of requests', '100')}
      {form.kind === 'status' && line('message', 'Message', 'default')}
    </div>
  )
}
