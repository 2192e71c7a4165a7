import type { ParsedExchange } from '../parse-exchange.js'
import { contentEncoding, json, mediaType, noBody } from './body.js'
import { errorStatus } from './error-object.js'
import { dateTime, int64, uniqueIds } from './orders.js'
import type { Rule } from './rule.js'
import { schema } from './schema.js'
import { documentedStatus } from './status.js'
import { deprecation, sunset } from './sunset.js'

/** What every single answer is held against: the description's schemas, and what no schema can say. */
export const RULES: readonly Rule[] = [
  documentedStatus,
  noBody,
  contentEncoding,
  mediaType,
  json,
  schema,
  int64,
  uniqueIds,
  dateTime,
  errorStatus,
  sunset,
  deprecation,
]

/** The rules that have something to say about an answer. */
export function rulesFor(parsed: ParsedExchange): Rule[] {
  return RULES.filter(({ concerns, applies }) => concerns?.(parsed.operation) !== false && applies(parsed))
}
