export type { ControlHost } from './call.js'
export { type ControlApi, createControlApi } from './control-api.js'
export {
  BODY_TOO_LARGE,
  describeError,
  type ErrorObject,
  MAX_BODY_BYTES,
  unexpectedError,
  unknownPath,
  unreadable,
} from './error-object.js'
export { streamEvents } from './event-streams.js'
