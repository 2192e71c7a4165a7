export { type ControlApi, type ControlHost, type ControlRequest, createControlApi } from './control-api.js'
export { describeError, type ErrorObject, unexpectedError, unknownPath, unreadable } from './error-object.js'
export { type EventSink, EventStreams } from './event-streams.js'
