import { freeErrorBodies, freeHttp, freeJsonLayout, freePets } from './conforming/answers.js'
import type { ConformingProvider } from './conforming/conforming-provider.js'
import { freeOrders, freeOrderStates } from './conforming/orders.js'
import { freeProviderStates } from './conforming/provider-states.js'
import { freeAuthentication, freeLimits, freeRequests, otherClients } from './conforming/requests.js'

export type { ConformingProvider } from './conforming/conforming-provider.js'

/** Ways to keep the specification; the verifier must accuse none of them. */
export const conformingProviders: readonly ConformingProvider[] = [
  ...freeOrders,
  ...freeJsonLayout,
  ...freeOrderStates,
  ...freeErrorBodies,
  ...freeHttp,
  ...freeLimits,
  ...freeRequests,
  ...freePets,
  ...freeAuthentication,
  ...freeProviderStates,
  ...otherClients,
]
