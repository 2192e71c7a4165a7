/** The operations of the API, by their `operationId` in the OpenAPI description. */
export type OperationId = 'listOrders' | 'cancelOrder' | 'getPet'

/** What the OpenAPI description says of one operation. */
export interface Operation {
  readonly operationId: OperationId
  readonly method: 'GET' | 'DELETE'
  /** Path template below the base address, such as `/store/orders/{orderId}`. */
  readonly path: string
  /** The documented statuses. */
  readonly statuses: readonly number[]
  /** There if the operation is marked `deprecated`; both are dates, `YYYY-MM-DD`, or instants (RFC 3339). */
  readonly deprecated?: { readonly since?: string; readonly sunset?: string }
}

/** All operations of the description. */
export type OperationTable = { readonly [id in OperationId]: Operation }
