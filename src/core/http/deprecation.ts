import type { Operation } from '../../spec/index.js'
import { formatHttpDate, parseInstant } from '../instant.js'

/** Where the links of a deprecated operation of the API lead: its description, which a server has at its root. */
const DESCRIPTION_PATH = '/openapi.yaml'

type Headers = Readonly<Record<string, string>>

/**
 * The headers with which a deprecated operation answers: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to
 * where both are described. An operation that is not deprecated has none.
 *
 * @param sunsetMs overrides the sunset of the API description; milliseconds since the Unix epoch
 */
export function deprecationHeaders(operation: Operation, sunsetMs?: number): Headers {
  if (operation.deprecated === undefined) return {}
  const { since } = operation.deprecated
  const switchedOffMs = sunsetOf(operation, sunsetMs)
  return {
    ...(since !== undefined && { Deprecation: `@${Math.floor(parseInstant(since) / 1000)}` }),
    ...(switchedOffMs !== undefined && { Sunset: formatHttpDate(switchedOffMs) }),
    Link: `<${DESCRIPTION_PATH}>; rel="deprecation", <${DESCRIPTION_PATH}>; rel="sunset"`,
  }
}

/** When a deprecated operation is switched off, in milliseconds since the Unix epoch; `undefined`: never. */
export function sunsetOf({ deprecated }: Operation, sunsetMs?: number): number | undefined {
  if (deprecated === undefined) return undefined
  return sunsetMs ?? (deprecated.sunset === undefined ? undefined : parseInstant(deprecated.sunset))
}
