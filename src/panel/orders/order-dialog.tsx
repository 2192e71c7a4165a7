import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import { FormDialog } from '../parts/form-dialog.js'
import { useAnswer } from '../parts/use-answer.js'
import { showInstant } from '../parts/times.js'
import { describeChange } from '../state/history.js'
import { useModel } from '../state/panel-model.js'
import type { OrderDraft } from '../state/shown-order.js'
import { changesOf, formOf, orderFields } from './order-form.js'

interface OrderDialogProps {
  readonly order: OrderDraft
  readonly onClose: () => void
  readonly onDuplicate: (order: OrderDraft) => void
}

/** Adds an order, or edits one. */
export function OrderDialog({ order, onClose, onDuplicate }: OrderDialogProps): ComponentChildren {
  const { box } = useModel()
  const { digits } = order
  const start = formOf(order)
  if (digits === undefined) {
    return (
      <FormDialog
        title="Add an order"
        button="Add order"
        start={start}
        fields={() => orderFields(true)}
        save={(form) => box.orders.add(changesOf(form))}
        notice={{ words: 'Order added' }}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={`Edit order ${digits}`}
      button="Save"
      start={start}
      fields={() => orderFields(false)}
      save={(form) => box.orders.patch(digits, changesOf(form, start))}
      notice={{ words: `Order ${digits} edited`, orderIds: [digits] }}
      onClose={onClose}
      below={<OrderHistory orderId={digits} />}
    >
      <Button onClick={() => onDuplicate({ ...order, digits: undefined })} words="Duplicate" />
    </FormDialog>
  )
}

/** What happened to an order, as far back as the history reaches. */
function OrderHistory({ orderId }: { readonly orderId: string }): ComponentChildren {
  const { box } = useModel()
  const history = useAnswer(() => box.history(), [box.name, orderId])
  const changes = history?.changes.filter((each) => each.orderId === orderId) ?? []
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
