import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useOrdersApi } from './orders-api.tsx'

/** All orders; the API has no pages. */
export function useOrders() {
  const { client, apiKey } = useOrdersApi()
  return useQuery({ queryKey: ['orders', apiKey], queryFn: ({ signal }) => client.listOrders({ signal }) })
}

export function usePet(petId: string) {
  const { client, apiKey } = useOrdersApi()
  return useQuery({ queryKey: ['pet', petId, apiKey], queryFn: ({ signal }) => client.getPet(petId, { signal }) })
}

/** Cancels an order. However that ends, the list is read again: it knows best. */
export function useCancelOrder() {
  const { client, apiKey } = useOrdersApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['cancelOrder', apiKey],
    mutationFn: (orderId: string) => client.cancelOrder(orderId),
    // Not awaited, so that a refusal is told at once.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['orders', apiKey] }),
  })
}

/** How the cancels of this visit went, or go, in their order. */
export function useCancels() {
  const { apiKey } = useOrdersApi()
  return useMutationState({
    filters: { mutationKey: ['cancelOrder', apiKey] },
    select: ({ mutationId, state: { variables, status, error, failureCount } }) => ({
      key: mutationId,
      orderId: variables as string,
      status,
      error,
      isTriedAgain: status === 'pending' && failureCount > 0,
    }),
  })
}
