export { ControlClient } from './control-client.js'
export { ControlClientError, type ControlClientOptions } from './connection.js'
export { RemoteSandbox } from './remote-sandbox.js'
export type * from './types.js'
