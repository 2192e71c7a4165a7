import { invalidKey, keyRefusal, keyScheme, missingKey } from './broken/authentication.js'
import type { BrokenProvider } from './broken/broken-provider.js'
import {
  cancelCancelledOrder,
  cancelOtherOrders,
  cancelRefusedKey,
  cancelShippedOrder,
  cancelSuccess,
} from './broken/cancel-order.js'
import { cancelConcurrency, manyRequests } from './broken/concurrency.js'
import { contentEncoding, getPet } from './broken/pets-and-encodings.js'
import { listCompleteness, listLimits, reads } from './broken/list-content.js'
import { listJsonArray, listOrderIds, listOrderMembers } from './broken/list-form.js'
import { cancelAlikeOrders, cancelOrderId, cancelUnknownOrder } from './broken/order-ids.js'
import { providerStates } from './broken/provider-states.js'

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
