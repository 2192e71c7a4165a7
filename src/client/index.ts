export type { IdLike, IdType, Order, Pet } from './order.js'
export { OrdersApiError, type ErrorObject } from './orders-api-error.js'
export { OrdersClient, type CallOptions, type OrdersClientOptions } from './orders-client.js'
