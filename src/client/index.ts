export type { IdLike } from './order.js'
