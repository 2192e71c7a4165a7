import { parseInt64 } from '../../spec/index.js'
import { type Outcome, refuse } from './answer.js'
import { apiError } from './errors.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** `GET /pets/{petId}`, deprecated: a pet of the scenario, or one that an order names (assumptions.md, "Fields of a pet"). */
export function getPet({ world }: Sandbox, petId: string): Outcome {
  const id = parseInt64(petId)
  const pet = world.seed.pets.get(petId)
  if (pet !== undefined) return { status: 200, body: pet, reason: `pet ${petId} is in the scenario` }
  if (id !== undefined && world.namesPet(petId)) {
    return { status: 200, body: `{"id":${petId}}`, reason: `an order names pet ${petId}` }
  }
  const what = id === undefined ? `"${petId}" is no int64, so it names no pet` : `there is no pet ${petId}`
  const message =
    id === undefined
      ? `"${petId}" is no pet id. A pet id is an int64 in decimal digits; orders name them as petId.`
      : `There is no pet ${petId}. The pets there are appear as petId in GET /store/orders.`
  return refuse(apiError('pet_not_found', message), what)
}
