export type { components } from './api.generated.js'
export { readDateTime, readHttpDate } from './date-time.js'
export { type FreedomChoices, type FreedomName, freedoms, openPoints } from './freedoms.generated.js'
export { corsHeaders, headerOf } from './headers.js'
export { INT64_MAX, INT64_MIN, isInt64, parseInt64, toDigits, toInt64 } from './int64.js'
export {
  copyJson,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  readJson,
  stringifyJson,
  withoutMark,
} from './json.js'
export { matchPath, type PathMatch } from './match-path.js'
export { type Operation, type OperationId, operations } from './operations.generated.js'
export { pathBelow, pathOf, segmentOf } from './path-of.js'
export { finish, flatMapInPieces } from './pieces.js'
export { findProviderState, type ProviderState, type ProviderStateName, providerStates } from './provider-states.js'
export { version } from './version.generated.js'
