import { QueryClient } from '@tanstack/react-query'
import { OrdersApiError } from 'orders-mock/client'

const MAX_RETRIES = 3

/** Tries again what is worth it, and no sooner than the service asks for (`Retry-After`). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < MAX_RETRIES && mayPass(error), retryDelay },
      mutations: { retry: (failures, error) => failures < MAX_RETRIES && wasTurnedAway(error), retryDelay },
    },
  })
}

/** A read may be tried again after any failure that is not the reader's. */
function mayPass(error: Error): boolean {
  return !(error instanceof OrdersApiError) || error.status >= 500 || error.status === 429
}

/**
 * A cancel is tried again only where the service has said that it did nothing: after a connection that broke, nobody knows
 * whether the order is cancelled already.
 */
function wasTurnedAway(error: Error): boolean {
  return error instanceof OrdersApiError && (error.status === 503 || error.status === 429)
}

function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof OrdersApiError ? error.retryAfterMs : undefined
  return asked ?? Math.min(1000 * 2 ** failures, 10_000)
}
