import { loadSchemaRule } from './schema.js'
import type { Rule } from './rule.js'
import { contentEncoding, json, mediaType, noBody } from './body.js'
import { deprecation, sunset } from './sunset.js'
import { errorStatus } from './error-object.js'
import { dateTime, int64, uniqueIds } from './orders.js'
import { documentedStatus } from './status.js'

/** All rules: Prism's, and the strict layer for what Prism lets pass or gets wrong. Takes about a second. */
export async function loadRules(): Promise<readonly Rule[]> {
  const schema = await loadSchemaRule()
  return [
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
}
