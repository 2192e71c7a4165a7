import type { OrdersMock } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { createApiFace, type Middleware } from './api-face.js'

/**
 * The API as middleware for an Express (or Connect) application of one's own; everything below its mount point is the
 * mock's.
 *
 * @example app.use('/v1', ordersMiddleware(mock))
 */
export function ordersMiddleware(mock: OrdersMock): Middleware {
  if (typeof mock?.handle !== 'function') throw new ToolError('ordersMiddleware needs a mock: new OrdersMock(options).')
  return createApiFace(mock, '')
}
