import * as fc from 'fast-check'
import type { OrderReference } from './step.js'

/** Numbers so far from the ends of int64, and from the small ones, that nobody gives them to an order or a pet. */
export const farNumber: fc.Arbitrary<bigint> = fc.noBias(fc.bigInt({ min: 2n ** 40n, max: 2n ** 63n - 2n ** 32n }))

/** An id that no order has. */
export const drawnId: fc.Arbitrary<OrderReference> = farNumber.map((id) => ({ kind: 'drawn', id }))

/** What stands in a path but is no int64, nor any known id by a lenient reading of its first digits. */
export const MALFORMED: readonly OrderReference[] = [
  'abc',
  'NaN',
  'null',
  '*',
  '%25',
  '%F0%9F%90%B6',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(60),
].map((text) => ({ kind: 'malformed', text }))
