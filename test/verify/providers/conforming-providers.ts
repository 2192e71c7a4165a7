import { conformingAnswers } from './conforming/answers.js'
import type { ConformingProvider } from './conforming/conforming-provider.js'
import { conformingFreedoms } from './conforming/freedoms.js'
import { conformingKeys } from './conforming/keys.js'
import { conformingOrders } from './conforming/orders.js'
import { conformingStates } from './conforming/states.js'

export type { ConformingProvider } from './conforming/conforming-provider.js'

/** Ways to keep the specification; the verifier must accuse none of them. */
export const conformingProviders: readonly ConformingProvider[] = [
  ...conformingOrders,
  ...conformingAnswers,
  ...conformingKeys,
  ...conformingStates,
  ...conformingFreedoms,
]
