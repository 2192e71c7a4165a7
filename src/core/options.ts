import { readAt, refuseUnknown, ToolError } from '../input/index.js'
import type { ResponseInspector } from './http/messages.js'
import { systemTime, type TimeSource } from './sandbox/clock.js'
import { parseOptionalInstant } from './instant.js'
import type { ScenarioName } from './scenario/built-in.js'
import type { FreedomsInput, ScenarioDocument } from './scenario/document.js'
import { readFreedoms } from './scenario/read-freedoms.js'
import type { Scenario } from './scenario/scenario.js'

/** Options of a mock. All are optional. */
export interface OrdersMockOptions {
  /** The scenario of the sandbox `main`: the name of a scenario, or a scenario document. Default: `default`. */
  readonly scenario?: ScenarioName | ScenarioDocument | Scenario
  /** Additional scenarios by name. A scenario with the name of a built-in one replaces it. */
  readonly scenarios?: Readonly<Record<string, ScenarioDocument | Scenario>>
  /** The valid API keys. Default: `test-key`. */
  readonly keys?: readonly string[]
  /** When deprecated operations are switched off: a timestamp (RFC 3339) or a date. Default: as in the description. */
  readonly sunset?: string | undefined
  /** Where the clock starts: a timestamp (RFC 3339) or a date. Default: the system time. */
  readonly now?: string | undefined
  /**
   * What the mock does where the specification leaves it open: a seed, which draws everything, or choices. Default: the
   * first choice of each freedom in `contracts/freedoms.yaml`.
   */
  readonly freedoms?: FreedomsInput | undefined
  /** Milliseconds by which every response is delayed. Default: 0. */
  readonly latencyMs?: number
  /** Maximum number of sandboxes created by keys and, separately, of others; `main` does not count. Default: 10000. */
  readonly maxSandboxes?: number
  /** Prefix of generated sandbox names, by which a load balancer can route requests to this process. */
  readonly node?: string | undefined
  /** Path of the base URL in requests to `fetch`. Default: `/v1`. */
  readonly basePath?: string
  /** Checks each response to an operation, except those of injected faults; violations are recorded in the journal. */
  readonly inspect?: ResponseInspector | undefined
  /** The system time, for tests. */
  readonly time?: TimeSource
}

const MAX_LATENCY_MS = 600_000
const NODE_NAME = /^[A-Za-z0-9_-]{1,40}$/

export type Settings = ReturnType<typeof readOptions>

/** Reads the options of a mock, and fills in the defaults. @throws {ToolError} if one is unknown or impossible */
export function readOptions(options: OrdersMockOptions) {
  const { scenario = 'default', scenarios, keys = ['test-key'], sunset, now, freedoms, ...rest } = options
  const { latencyMs = 0, maxSandboxes = 10_000, node, basePath = '/v1', inspect, time = systemTime, ...others } = rest
  refuseUnknown(others, 'option')
  const isNamed = typeof scenario === 'string'
  if (!(typeof latencyMs === 'number' && latencyMs >= 0 && latencyMs <= MAX_LATENCY_MS))
    throw new ToolError(
      `latencyMs must be a number of milliseconds from 0 to ${MAX_LATENCY_MS}, not ${String(latencyMs)}.`,
    )
  if (!(Number.isSafeInteger(maxSandboxes) && maxSandboxes >= 1))
    throw new ToolError(`maxSandboxes must be a whole number from 1, not ${String(maxSandboxes)}.`)
  // A dot ends it in the name of a sandbox.
  if (node !== undefined && !NODE_NAME.test(node))
    throw new ToolError(`"${node}" is not a valid node name: use up to 40 letters, digits, "_" and "-".`)
  return {
    apiKey: firstKey(keys),
    keys,
    scenario: isNamed ? scenario : 'inline',
    scenarios: Object.entries({ ...scenarios, ...(!isNamed && { inline: scenario }) }),
    sunsetMs: readAt(['sunset'], () => parseOptionalInstant(sunset)),
    nowMs: readAt(['now'], () => parseOptionalInstant(now)),
    freedoms: freedoms === undefined ? undefined : readAt(['freedoms'], () => readFreedoms(freedoms)),
    latencyMs,
    maxSandboxes,
    node,
    basePath,
    inspect,
    time,
  }
}

/** The key that the mock tells its users. @throws {ToolError} if there is none, or one that no header can carry */
function firstKey(keys: readonly string[]): string {
  if (!Array.isArray(keys)) throw new ToolError('Pass the API keys as an array of strings: keys: ["test-key"].')
  const [first] = keys
  if (first === undefined) throw new ToolError('A mock needs at least one API key. Omit keys to use "test-key".')
  const wrong = keys.find((key) => typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
  if (wrong === undefined) return first
  throw new ToolError(`"${String(wrong)}" is not a valid API key: use visible ASCII characters without spaces.`)
}
