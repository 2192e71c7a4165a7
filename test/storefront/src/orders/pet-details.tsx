import { OrdersApiError } from 'orders-mock/client'
import { useState } from 'react'
import { usePet } from '../api/queries.ts'

/** A pet, which is read when somebody wants to see it. */
export function PetDetails({ petId }: { readonly petId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Pet {petId}</summary>
      {isOpen && <Pet petId={petId} />}
    </details>
  )
}

function Pet({ petId }: { readonly petId: string }) {
  const { data, error } = usePet(petId)
  if (error !== null) return <p role="status">{describeFailure(error)}</p>
  if (data === undefined) return <p role="status">Loading …</p>
  return (
    <ul className="pet">
      {Object.entries(data).map(([member, value]) => (
        <li key={member}>
          {member}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  )
}

function describeFailure(error: Error): string {
  const status = error instanceof OrdersApiError ? error.status : undefined
  if (status === 404) return 'The store knows nothing of this pet.'
  if (status === 410) return 'The store shows no pets any more.'
  return 'This pet cannot be shown just now.'
}
