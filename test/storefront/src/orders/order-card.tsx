import type { Order } from 'orders-mock/client'
import { useId } from 'react'
import { CancelButton } from './cancel-button.tsx'
import { formatDate } from './format-date.ts'
import { PetDetails } from './pet-details.tsx'

/** An order; it may lack each of its members. */
export function OrderCard({ order }: { readonly order: Order<'string'> }) {
  const { id, petId, quantity, shipDate, complete } = order
  const heading = useId()
  return (
    <article className="card order" aria-labelledby={heading}>
      <h2 id={heading}>{id === undefined ? 'An order without a number' : `Order ${id}`}</h2>
      <dl>
        <dt>Quantity</dt>
        <dd>{quantity ?? <NotGiven />}</dd>
        <dt>Ship date</dt>
        <dd>{shipDate === undefined ? <NotGiven /> : <time dateTime={shipDate}>{formatDate(shipDate)}</time>}</dd>
        <dt>Fulfilled</dt>
        <dd>
          {complete === undefined ? <NotGiven /> : <span data-complete={complete}>{complete ? 'yes' : 'no'}</span>}
        </dd>
        <dt>Pet</dt>
        <dd>{petId === undefined ? <NotGiven /> : <PetDetails petId={petId} />}</dd>
      </dl>
      {id !== undefined && <CancelButton orderId={id} />}
    </article>
  )
}

function NotGiven() {
  return <span className="quiet">not given</span>
}
