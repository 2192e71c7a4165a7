import type { ProviderStateName } from './provider-states.js'

/** What the OpenAPI description says of one operation. */
export interface DescribedOperation<Id extends string> {
  readonly operationId: Id
  readonly method: string
  /** Path template below the base URL, such as `/store/orders/{orderId}`. */
  readonly path: string
  /** The name of the template's parameter: an int64, the last segment of the path. */
  readonly parameter?: string
  /** The section of the specification that describes the operation, by its title. */
  readonly clause: string
  /** The provider states in which the operation returns each of its specified responses. */
  readonly states: readonly ProviderStateName[]
  readonly statuses: readonly number[]
  /** Those of the statuses whose body is specified, and not only assumed. */
  readonly bodies: readonly number[]
  /** Set if the operation is marked `deprecated`; both are dates, `YYYY-MM-DD`, or timestamps (RFC 3339). */
  readonly deprecated?: { readonly since?: string; readonly sunset?: string }
}
