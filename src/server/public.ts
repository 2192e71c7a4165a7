// What `orders-mock/server` exports.
export type { Middleware } from './api-face.js'
export { ordersMiddleware } from './middleware.js'
export { startServer, type RunningServer, type ServerOptions } from './start-server.js'
export { writePact } from './pact-file.js'
