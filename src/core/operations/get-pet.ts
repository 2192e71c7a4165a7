import { parseInt64, type ProviderStateName } from '../../spec/index.js'
import { contentOf, refuse, type Result } from './result.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'
import { type OperationHandler, rule } from './operation-handler.js'

/** `GET /pets/{petId}`, deprecated: a pet of the scenario, or one that an order names (assumptions.md, "Fields of a pet"). */
export const getPet: OperationHandler = {
  run: readPet,
  stateOf,
  describe: (state) => (state === undefined ? 'read an unknown pet' : 'read a pet'),
  bodyOf: () => ({ content: {}, rules: { $: rule({ match: 'type' }) } }),
}

function readPet(store: Store, petId: string): Result {
  const { orders } = store.world
  const pet = orders.seed.pets.get(petId)
  const json = pet ?? (orders.namesPet(petId) ? `{"id":${petId}}` : undefined)
  if (json !== undefined) {
    const reason = pet === undefined ? `an order refers to pet ${petId}` : `pet ${petId} is in the scenario`
    return { kind: 'answer', status: 200, content: contentOf(`${json}\n`), reason }
  }
  const message =
    parseInt64(petId) === undefined
      ? `"${petId}" is not a pet id. A pet id is an int64 in decimal digits; orders refer to pets by petId.`
      : `Pet ${petId} not found. GET /store/orders shows the ids of existing pets as petId.`
  return refuse({ code: 'pet_not_found', message }, `there is no pet ${petId}`)
}

/** A pet that is not there, or no longer served, has no provider state. */
function stateOf({ status, path }: JournalEntry, { world: { orders } }: Store): ProviderStateName | undefined {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const isThere = status === 200 || orders.seed.pets.get(id) !== undefined || orders.namesPet(id)
  return isThere && (status === 200 || status === 401) ? 'a pet' : undefined
}
