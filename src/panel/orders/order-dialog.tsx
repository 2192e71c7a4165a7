import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { Change } from '../../control-client/index.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { showInstant } from '../parts/times.js'
import { useAction } from '../parts/use-action.js'
import { describeChange } from '../state/history.js'
import { useModel } from '../state/panel-model.js'
import type { OrderDraft } from '../state/shown-order.js'
import { formOf, type OrderErrors, orderErrors, type OrderForm, orderOf, patchOf } from './order-form.js'

interface OrderDialogProps {
  readonly order: OrderDraft
  readonly onClose: () => void
  readonly onDuplicate: (order: OrderDraft) => void
}

/** Adds an order, or edits one. */
export function OrderDialog({ order, onClose, onDuplicate }: OrderDialogProps): ComponentChildren {
  const { digits } = order
  const { before, form, setForm, errors, action, save } = useOrderForm(order, onClose)
  const isEdited = JSON.stringify(form) !== JSON.stringify(before)
  return (
    <Dialog
      title={digits === undefined ? 'Add an order' : `Edit order ${digits}`}
      isEdited={isEdited}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Members
          form={form}
          errors={errors}
          isNew={digits === undefined}
          onChange={(change) => setForm({ ...form, ...change })}
        />
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            {digits === undefined ? 'Add order' : 'Save'}
          </button>
          {digits !== undefined && (
            <Button onClick={() => onDuplicate({ ...order, digits: undefined })} words="Duplicate" />
          )}
        </div>
      </form>
      {digits !== undefined && <OrderHistory orderId={digits} />}
    </Dialog>
  )
}

/** What is filled in, what is wrong with it, and how it is saved. */
function useOrderForm(order: OrderDraft, onSaved: () => void) {
  const { box } = useModel()
  const { digits } = order
  const [before] = useState(() => formOf(order))
  const [form, setForm] = useState(before)
  const [errors, setErrors] = useState<OrderErrors>({})
  const action = useAction()
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const found = orderErrors(form)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const isSaved = await action.run(
      () => (digits === undefined ? box.orders.add(orderOf(form)) : box.orders.patch(digits, patchOf(before, form))),
      digits === undefined ? { words: 'Order added' } : { words: `Order ${digits} edited`, orderIds: [digits] },
    )
    if (isSaved) onSaved()
  }
  return { before, form, setForm, errors, action, save }
}

interface MembersProps {
  readonly form: OrderForm
  readonly errors: OrderErrors
  readonly isNew: boolean
  readonly onChange: (change: Partial<OrderForm>) => void
}

function Members({ form, errors, isNew, onChange }: MembersProps): ComponentChildren {
  const bind = (
    member: keyof OrderForm,
  ): { value: string; error: string | undefined; onInput: (value: string) => void } => ({
    value: form[member],
    error: errors[member],
    onInput: (value) => onChange({ [member]: value }),
  })
  return (
    <div class="fields">
      {isNew && <Field label="Id" {...bind('id')} placeholder="next free id" />}
      <Choice
        label="Status"
        value={form.status}
        onChange={(status) => onChange({ status })}
        options={['pending', 'shipped', 'cancelled'].map((each) => [each, each] as const)}
      />
      <Field label="Pet" {...bind('petId')} placeholder="none" />
      <Field label="Quantity" {...bind('quantity')} placeholder="none" />
      <Choice
        label="Complete"
        value={form.complete}
        onChange={(complete) => onChange({ complete })}
        options={[
          ['', 'not given'],
          ['true', 'yes'],
          ['false', 'no'],
        ]}
      />
      <Field label="Ship date" {...bind('shipDate')} placeholder="none" hint="2026-11-23T12:00:00Z, or now+P3D" />
      <Field
        label="Ships by itself after"
        {...bind('shipAfter')}
        placeholder="never"
        hint="PT10M is 10 minutes, P1D a day"
      />
    </div>
  )
}

/** What happened to an order, as far back as the history reaches. */
function OrderHistory({ orderId }: { readonly orderId: string }): ComponentChildren {
  const { box } = useModel()
  const [changes, setChanges] = useState<readonly Change[]>([])
  useEffect(() => {
    box.history().then(
      (all) => setChanges(all.changes.filter((each) => each.orderId === orderId)),
      () => undefined,
    )
  }, [box.name, orderId])
  return (
    <details>
      <summary>History</summary>
      {changes.length === 0 && <p class="hint">No changes since the start.</p>}
      <ul class="plain-list">
        {changes.toReversed().map((change) => (
          <li key={change.id}>
            {describeChange(change)} <span class="hint">{showInstant(Date.parse(change.at))}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
