import { loadPrismRule } from './prism.js'
import type { Rule } from './rule.js'
import { json, mediaType, noBody } from './rules/body.js'
import { deprecation, sunset } from './rules/deprecation.js'
import { errorStatus } from './rules/errors.js'
import { dateTime, int64, uniqueIds } from './rules/orders.js'
import { documentedStatus } from './rules/status.js'

/** All rules: Prism's, and the strict layer for what Prism lets pass or gets wrong. Takes about a second. */
export async function loadRules(): Promise<readonly Rule[]> {
  const schema = await loadPrismRule()
  return [
    documentedStatus,
    noBody,
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
