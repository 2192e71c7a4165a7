import { invalidKey } from './broken/authentication/invalid-key.js'
import { missingKey } from './broken/authentication/missing-key.js'
import { keyRefusal } from './broken/authentication/refusal.js'
import { keyScheme } from './broken/authentication/scheme.js'
import type { BrokenProvider } from './broken/broken-provider.js'
import { cancelAlikeOrders } from './broken/cancel-order/alike-orders.js'
import { cancelCancelledOrder } from './broken/cancel-order/cancelled-order.js'
import { cancelConcurrency } from './broken/cancel-order/concurrency.js'
import { cancelOrderId } from './broken/cancel-order/order-id.js'
import { cancelOtherOrders } from './broken/cancel-order/other-orders.js'
import { cancelRefusedKey } from './broken/cancel-order/refused-key.js'
import { cancelShippedOrder } from './broken/cancel-order/shipped-order.js'
import { cancelSuccess } from './broken/cancel-order/success.js'
import { cancelUnknownOrder } from './broken/cancel-order/unknown-order.js'
import { contentEncoding } from './broken/content-encoding.js'
import { getPet } from './broken/get-pet.js'
import { listCompleteness } from './broken/list-orders/completeness.js'
import { listJsonArray } from './broken/list-orders/json-array.js'
import { listLimits } from './broken/list-orders/limits.js'
import { listOrderIds } from './broken/list-orders/order-ids.js'
import { listOrderMembers } from './broken/list-orders/order-members.js'
import { manyRequests } from './broken/many-requests.js'
import { providerStates } from './broken/provider-states.js'
import { reads } from './broken/reads.js'

export type { BrokenProvider } from './broken/broken-provider.js'

/** Ways to break the specification; the verifier must find every one of them. */
export const brokenProviders: readonly BrokenProvider[] = [
  ...missingKey,
  ...invalidKey,
  ...keyScheme,
  ...keyRefusal,
  ...listCompleteness,
  ...listLimits,
  ...listJsonArray,
  ...listOrderIds,
  ...listOrderMembers,
  ...cancelSuccess,
  ...cancelShippedOrder,
  ...cancelUnknownOrder,
  ...cancelCancelledOrder,
  ...cancelConcurrency,
  ...cancelOtherOrders,
  ...cancelAlikeOrders,
  ...cancelOrderId,
  ...cancelRefusedKey,
  ...getPet,
  ...contentEncoding,
  ...reads,
  ...manyRequests,
  ...providerStates,
]
