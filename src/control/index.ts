export type { ControlHost } from './call.js'
export { type ControlApi, createControlApi } from './control-api.js'
export { describeError, type ErrorObject, unexpectedError, unknownPath, unreadable } from './error-object.js'
export { EventStreams } from './event-streams.js'
