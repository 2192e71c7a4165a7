import type { BrokenProvider } from './broken/broken-provider.js'
import { brokenCancels } from './broken/cancels.js'
import { brokenEffects } from './broken/effects.js'
import { brokenKeys } from './broken/keys.js'
import { brokenLists } from './broken/lists.js'
import { brokenOrders } from './broken/orders.js'
import { brokenPets } from './broken/pets.js'
import { brokenRefusals } from './broken/refusals.js'
import { brokenStates } from './broken/states.js'
import { rarelyBroken } from './broken/rare.js'
import { slylyBroken } from './broken/sly.js'
import { subtlyBroken } from './broken/subtle.js'

export type { BrokenProvider } from './broken/broken-provider.js'

/** Ways to break the specification; the verifier must find every one of them. */
export const brokenProviders: readonly BrokenProvider[] = [
  ...brokenKeys,
  ...brokenRefusals,
  ...brokenLists,
  ...brokenOrders,
  ...brokenCancels,
  ...brokenEffects,
  ...brokenPets,
  ...brokenStates,
  ...subtlyBroken,
  ...slylyBroken,
  ...rarelyBroken,
]
