import { authentication } from './broken/authentication.js'
import type { BrokenProvider } from './broken/broken-provider.js'
import { clients } from './broken/clients.js'
import { cancelOrder } from './broken/cancel-order.js'
import { listOrders } from './broken/list-orders.js'
import { orderIds, pets } from './broken/order-ids-and-pets.js'
import { type RunningProvider, startNamed } from './running-provider.js'

/** Ways to break the specification, one for each kind of mistake; the verifier must find every one of them. */
export const brokenProviders: readonly BrokenProvider[] = [
  ...authentication,
  ...listOrders,
  ...cancelOrder,
  ...orderIds,
  ...pets,
  ...clients,
]

export function startBroken(name: string): Promise<RunningProvider> {
  return startNamed(name, brokenProviders)
}
