import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../control/control-api.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { useAction } from '../parts/use-action.js'
import { pathOf } from '../state/load.js'
import { usePanelState } from '../state/panel-context.js'
import type { ShownOrder } from '../state/shown-order.js'
import { EMPTY_FORM, formOf, type OrderForm, orderOf, patchOf } from './order-form.js'

interface OrderDialogProps {
  /** The order to edit; absent to add one. */
  readonly order: ShownOrder | undefined
  readonly onClose: () => void
}

/** Adds an order, or edits one. */
export function OrderDialog({ order, onClose }: OrderDialogProps): ComponentChildren {
  const { sandboxName } = usePanelState()
  const [before] = useState(() => (order === undefined ? EMPTY_FORM : formOf(order)))
  const [form, setForm] = useState(before)
  const action = useAction()
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const path = `${pathOf(sandboxName)}/orders` as const
    const isSaved = await action.run(() =>
      order === undefined
        ? ask(`POST ${path}`, orderOf(form))
        : ask(`PATCH ${path}/${order.digits}`, patchOf(before, form)),
    )
    if (isSaved) onClose()
  }
  return (
    <Dialog title={order === undefined ? 'Add an order' : `Edit order ${order.digits}`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <Members form={form} isNew={order === undefined} onChange={(change) => setForm({ ...form, ...change })} />
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            {order === undefined ? 'Add order' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface MembersProps {
  readonly form: OrderForm
  readonly isNew: boolean
  readonly onChange: (change: Partial<OrderForm>) => void
}

function Members({ form, isNew, onChange }: MembersProps): ComponentChildren {
  return (
    <div class="fields">
      {isNew && <Field label="Id" value={form.id} onInput={(id) => onChange({ id })} placeholder="the next free one" />}
      <Choice
        label="Status"
        value={form.status}
        onChange={(status) => onChange({ status })}
        options={['pending', 'shipped', 'cancelled'].map((each) => [each, each] as const)}
      />
      <Field label="Pet" value={form.petId} onInput={(petId) => onChange({ petId })} placeholder="none" />
      <Field label="Quantity" value={form.quantity} onInput={(quantity) => onChange({ quantity })} placeholder="none" />
      <Choice
        label="Complete"
        value={form.complete}
        onChange={(complete) => onChange({ complete: complete as OrderForm['complete'] })}
        options={[
          ['', 'not given'],
          ['true', 'yes'],
          ['false', 'no'],
        ]}
      />
      <Field
        label="Ship date"
        value={form.shipDate}
        onInput={(shipDate) => onChange({ shipDate })}
        placeholder="none"
        hint="2026-11-23T12:00:00Z, or now+P3D"
      />
      <Field
        label="Ships by itself after"
        value={form.shipAfter}
        onInput={(shipAfter) => onChange({ shipAfter })}
        placeholder="never"
        hint="By the sandbox’s clock: PT10M, P1D"
      />
    </div>
  )
}
