import type { Operation } from '../../spec/index.js'
import { formatHttpDate, parseInstant, parseOptionalInstant } from '../instant.js'
import type { ExtraOperation } from './messages.js'

/** Where the links of a deprecated operation of the API lead: its description, which a server has at its root. */
const DESCRIPTION_PATH = '/openapi.yaml'

type Deprecatable = Pick<Operation, 'deprecated'> & Partial<Pick<ExtraOperation, 'describedAt'>>

type Headers = Readonly<Record<string, string>>

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to where both are described, if the operation is deprecated.
 * @param sunsetMs overrides the sunset of the API description; milliseconds since the Unix epoch
 */
export function deprecationHeaders(operation: Deprecatable, sunsetMs?: number): Headers {
  if (operation.deprecated === undefined) return {}
  const { since } = operation.deprecated
  const { describedAt = DESCRIPTION_PATH } = operation
  const switchedOffMs = sunsetOf(operation, sunsetMs)
  return {
    ...(since !== undefined && { Deprecation: `@${Math.floor(parseInstant(since) / 1000)}` }),
    ...(switchedOffMs !== undefined && { Sunset: formatHttpDate(switchedOffMs) }),
    Link: `<${describedAt}>; rel="deprecation", <${describedAt}>; rel="sunset"`,
  }
}

/** When a deprecated operation is switched off, in milliseconds since the Unix epoch; `undefined`: never. */
export function sunsetOf({ deprecated }: Pick<Operation, 'deprecated'>, sunsetMs?: number): number | undefined {
  return deprecated && (sunsetMs ?? parseOptionalInstant(deprecated.sunset))
}
