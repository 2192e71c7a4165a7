import { parseInt64, type ProviderStateName } from '../../spec/index.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { OrderStore } from '../sandbox/order-store.js'
import type { Store } from '../sandbox/store.js'
import { type OperationHandler, type Outcome, rule } from './operation-handler.js'

/** `GET /pets/{petId}`, deprecated: a pet of the scenario, or one that an order names (assumptions.md, "Fields of a pet"). */
export const getPet: OperationHandler = {
  run: readPet,
  stateOf,
  describe: (state) => (state === undefined ? 'read an unknown pet' : 'read a pet'),
  bodyOf: () => ({ content: {}, rules: { $: rule({ match: 'type' }) } }),
}

function readPet({ state: { orders } }: Store, petId: string): Outcome {
  const id = parseInt64(petId)
  const described = orders.seed.pets.get(petId)
  if (described !== undefined) return { kind: 'read', pet: described, reason: `pet ${petId} is in the scenario` }
  if (id !== undefined && orders.namesPet(petId))
    return { kind: 'read', pet: { id }, reason: `an order refers to pet ${petId}` }
  const reason = id === undefined ? `"${petId}" is not an int64, so it names no pet` : `there is no pet ${petId}`
  const message =
    id === undefined
      ? `"${petId}" is not a pet id. A pet id is an int64 in decimal digits; orders refer to pets by petId.`
      : `Pet ${petId} not found. GET /store/orders shows the ids of existing pets as petId.`
  return { kind: 'rejected', code: 'pet_not_found', message, reason }
}

/** A pet that is not there, or no longer served, has no provider state. */
function stateOf({ status, path }: JournalEntry, orders: OrderStore): ProviderStateName | undefined {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const isThere = status === 200 || orders.seed.pets.get(id) !== undefined || orders.namesPet(id)
  return isThere && (status === 200 || status === 401) ? 'a pet' : undefined
}
