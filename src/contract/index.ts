export {
  CANCEL_EXPECTATIONS,
  type Freedom,
  freedomOf,
  statusesBehind,
  type ExpectationName,
  EXPECTATIONS,
  type OrderStatus,
} from './expectations.js'
export {
  type AddressedRequest,
  type Answer,
  describeAnswer,
  describeResponse,
  type Exchange,
  NoAnswerError,
  type OutgoingRequest,
  type ProviderResponse,
  shortened,
} from './exchange.js'
export type { StreamedRequest } from './http/attempt.js'
export { ACCEPT_ENCODING, MAX_BODY_BYTES } from './http/body.js'
export { speaksHttp2, UnreachableError } from './http/no-answer.js'
export { fetchText, Sender, type SendOptions } from './http/sender.js'
export { Route, type RouteOptions } from './http/route.js'
export { type Claim, judge, type Judgement, violationsIn, type Violation } from './judge.js'
export { findOperation, parseExchange, type ParsedExchange } from './parse-exchange.js'
export { idOf } from './rules/orders.js'
export { AnswerCounts, type CountedClaim, type Coverage, extentOf, Tally } from './tally.js'
