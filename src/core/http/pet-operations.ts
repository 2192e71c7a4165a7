import { parseInt64 } from '../../spec/index.js'
import { apiError } from './errors.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import { refuse, type Result } from './result.js'

/** `GET /pets/{petId}`, deprecated: a pet of the scenario, or one that an order names (assumptions.md, "Fields of a pet"). */
export function getPet(sandbox: Sandbox, petId: string): Result {
  const id = parseInt64(petId)
  const pet = sandbox.pet(petId)
  if (pet !== undefined) return { kind: 'success', status: 200, body: pet, reason: `pet ${petId} is in the scenario` }
  if (id !== undefined && sandbox.namesPet(petId)) {
    return { kind: 'success', status: 200, body: `{"id":${petId}}`, reason: `an order names pet ${petId}` }
  }
  const what = id === undefined ? `"${petId}" is no int64, so it names no pet` : `there is no pet ${petId}`
  const message =
    id === undefined
      ? `"${petId}" is no pet id. A pet id is an int64 in decimal digits; orders name them as petId.`
      : `There is no pet ${petId}. The pets there are appear as petId in GET /store/orders.`
  return refuse(apiError('pet_not_found', message), what)
}
