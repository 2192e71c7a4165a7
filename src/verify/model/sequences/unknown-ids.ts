import * as fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from '../../../spec/index.js'
import type { OrderReference } from './step.js'

/** Numbers so far from small ones and from the ends of int64 that nobody gives them to an order or a pet. */
export const farNumber: fc.Arbitrary<bigint> = fc.noBias(fc.bigInt({ min: 2n ** 40n, max: 2n ** 63n - 2n ** 32n }))

/** An id that no order has. */
export const drawnId: fc.Arbitrary<OrderReference> = farNumber.map((id) => ({ kind: 'drawn', id }))

/** The ends of int64, and its middle. */
export const EXTREME_IDS = [0n, -1n, INT64_MAX, INT64_MIN].map((id) => ({ kind: 'extreme', id }) as const)

/** What can stand in a path without being an int64, and without beginning with an id that an order may have. */
export const MALFORMED_IDS: readonly OrderReference[] = [
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
