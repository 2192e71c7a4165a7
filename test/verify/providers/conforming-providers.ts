import { freeAuthentication } from './conforming/authentication.js'
import type { ConformingProvider } from './conforming/conforming-provider.js'
import { freeErrorBodies } from './conforming/error-bodies.js'
import { freeHttp } from './conforming/http.js'
import { freeJsonLayout } from './conforming/json-layout.js'
import { freeLimits } from './conforming/limits.js'
import { freeOrderStates } from './conforming/order-states.js'
import { freeOrders } from './conforming/orders.js'
import { otherClients } from './conforming/other-clients.js'
import { freePets } from './conforming/pets.js'
import { freeProviderStates } from './conforming/provider-states.js'
import { freeRequests } from './conforming/requests.js'

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
