import { randomInt } from 'node:crypto'
import { validateHeaderValue } from 'node:http'
import { NetworkRoute, type RouteOptions } from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { readBaseUrl, readText } from '../node/index.js'
import { parseJson } from '../spec/index.js'
import { CHECK_KINDS, type CheckKind } from './check.js'
import { type BrokerOptions, checkBrokerOptions } from './pact/broker-options.js'
import type { Progress, VerificationReport } from './report/verification-report.js'
import { Secrets } from './secrets.js'

/** What to verify and how. */
export interface VerifyOptions {
  /** Base URL of the API, including `/v1` and any prefix before it. */
  readonly baseUrl: string
  /** A valid API key; by default `test-key`, the key of a mock that was started without another. */
  readonly key?: string | undefined
  /** How to reach provider states: a URL, a module or a JSON file. Without it, the run only reads. */
  readonly states?: string | undefined
  /** Sent with every request to a URL of states. */
  readonly statesHeaders?: Readonly<Record<string, string>> | undefined
  /** Pact files, folders or URLs, in addition to the built-in pact. */
  readonly pacts?: readonly string[] | undefined
  /** False skips the built-in pact. */
  readonly defaultPact?: boolean | undefined
  /** What pacts call the provider; by default `store-orders-service`. */
  readonly provider?: string | undefined
  /** Where to fetch pacts, and to publish results. */
  readonly broker?: BrokerOptions | undefined
  /** Verifies the pacts of these consumers alone. */
  readonly filterConsumers?: readonly string[] | undefined
  /** Verifies only the interactions whose description matches one of these regular expressions. */
  readonly filterDescriptions?: readonly string[] | undefined
  /** By default all. */
  readonly checks?: readonly CheckKind[] | undefined
  /** Random sequences of requests that the model tries; 100 by default. */
  readonly runs?: number | undefined
  /** How many of them to run even if that takes longer than `timeBudgetMs`; 0 by default. */
  readonly minRuns?: number | undefined
  /** A whole number that repeats the sequences of an earlier run; random by default. */
  readonly seed?: number | undefined
  /** A JSON report of an earlier run: only what failed there is checked, with the same sequences, each alone. */
  readonly rerun?: string | undefined
  /** Sent with every request to the API. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long one response may take; 10 s by default. */
  readonly timeoutMs?: number | undefined
  /** How long one state may take to be set up or torn down; 60 s by default. */
  readonly statesTimeoutMs?: number | undefined
  /** How long to wait at the start until the provider responds; by default not at all. */
  readonly waitForMs?: number | undefined
  /** A command of the shell that ends the provider as a crash would, and starts it again: what it confirmed must be so then. */
  readonly restart?: string | undefined
  /** The most requests per second, states included; by default as many as the provider takes. */
  readonly rate?: number | undefined
  /** For the model (60 s for rules, 30 s for random sequences), for openapi (2 min), and to wait in all for 429s (5 min). */
  readonly timeBudgetMs?: number | undefined
  /** A skipped check then fails the run. */
  readonly requireAllStates?: boolean | undefined
  /** Ends the run at the first violation. */
  readonly bail?: boolean | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** The environment that names proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`; none by default. */
  readonly proxyEnv?: RouteOptions['proxyEnv']
  /** A client certificate in PEM, and its key, for the provider, its states and brokers. */
  readonly cert?: string | undefined
  readonly certKey?: string | undefined
  /** Ends the run early, with a report of what was seen so far. */
  readonly signal?: AbortSignal | undefined
}

/** The options with their defaults filled in. */
export type RunPlan = Awaited<ReturnType<typeof planRun>>

// A run takes hundreds of requests.
const MIN_RATE = 0.01
// All are drawn before the first one runs.
const MAX_RUNS = 100_000

/** Fills in the defaults. @throws {ToolError} exit code 2, if an option makes no sense */
export async function planRun(options: VerifyOptions) {
  const rerun = options.rerun === undefined ? undefined : await readRerun(options.rerun)
  const { checks = rerun?.kinds ?? CHECK_KINDS, runs = 100, minRuns = 0, rate = Infinity } = options
  const { seed = rerun?.seed ?? randomInt(2 ** 31), cert, certKey, timeBudgetMs } = options
  const sequence = rerun?.sequence ?? 0
  if (checks.length === 0 || checks.some((check) => !CHECK_KINDS.includes(check)))
    throw new ToolError(`Cannot run the checks "${checks.join(',')}". Known: ${CHECK_KINDS.join(', ')}.`)
  checkWhole('runs', runs, 1, MAX_RUNS)
  checkWhole('minRuns', minRuns, 0, runs)
  checkWhole('seed', seed)
  checkWhole(`sequence in ${options.rerun}`, sequence, 0, MAX_RUNS - 1)
  if (!(rate >= MIN_RATE))
    throw new ToolError(`rate must be a number of requests per second from ${MIN_RATE}, not ${rate}.`)
  if (certKey !== undefined && cert === undefined)
    throw new ToolError('--cert-key is the key of a client certificate: give that with --cert.')
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    ...planHeaders(options),
    states: options.states,
    ...planPacts(options),
    checks,
    runs: Math.max(runs, sequence + 1),
    rerun,
    minRuns,
    seed,
    timeoutMs: options.timeoutMs ?? 10_000,
    statesTimeoutMs: options.statesTimeoutMs ?? 60_000,
    waitForMs: options.waitForMs ?? 0,
    restart: readRestart(options),
    rate,
    timeBudgetMs,
    /** How long the run waits in all for a provider that returns 429. */
    maxWaitMs: timeBudgetMs ?? 300_000,
    requireAllStates: options.requireAllStates ?? false,
    bail: options.bail ?? false,
    onProgress: (progress: Progress) => options.onProgress?.(progress),
    signal: options.signal ?? new AbortController().signal,
    route: new NetworkRoute(options),
  }
}

function readRestart({ restart, states }: VerifyOptions): string | undefined {
  if (restart === undefined || states !== undefined) return restart
  throw new ToolError('--restart needs orders whose status is known: set --states, too.')
}

/** Reads from the JSON report of an earlier run what failed there, and how to reach it again. */
async function readRerun(file: string) {
  const { seed, checks } = await readReport(file)
  const failed = checks.filter(({ result }) => result === 'failed')
  if (failed.length === 0) throw new ToolError(`Nothing to rerun: no check failed in ${file}.`)
  // The openapi check looks at all that the others have exchanged.
  const isAll = failed.some(({ kind }) => kind === 'openapi')
  const kinds = new Set((isAll ? checks : failed).map(({ kind }) => kind))
  return {
    seed,
    kinds: CHECK_KINDS.filter((kind) => kinds.has(kind)),
    /** Ids of the checks that failed; `undefined` if all are to run again. */
    checks: isAll ? undefined : new Set(failed.map(({ id }) => id)),
    /** Which of the random sequences showed something, from 0. */
    sequence: isAll ? undefined : failed.find(({ sequence }) => sequence !== undefined)?.sequence,
  }
}

async function readReport(file: string): Promise<Required<Pick<VerificationReport, 'seed' | 'checks'>>> {
  const text = await readText(file, 'the report')
  let reason = 'it is not a report of verify'
  try {
    const report = parseJson(text) as unknown as Awaited<ReturnType<typeof readReport>>
    if (Number.isSafeInteger(report.seed) && report.checks.every(({ id }) => typeof id === 'string')) return report
  } catch (error) {
    if (error instanceof SyntaxError) reason = error.message
  }
  throw new ToolError(`Cannot read the report ${file}: ${reason}. Pass the file that --report json=report.json wrote.`)
}

function checkWhole(name: string, value: number, least = -Infinity, most = Infinity): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const bounds = `${least > -Infinity ? ` from ${least}` : ''}${most < Infinity ? ` to ${most}` : ''}`
  throw new ToolError(`${name} must be a whole number${bounds}, not ${value}.`)
}

function planHeaders({ key = 'test-key', headers = {}, statesHeaders = {}, broker = {} }: VerifyOptions) {
  if (key === '') throw new ToolError('The key must not be empty. Set it with --key.')
  const named = [headers, statesHeaders]
    .flatMap(Object.entries<string>)
    .map(([name, value]) => [`The header ${name}`, value])
  for (const [subject, value = ''] of [['The key (--key)', key], ...named])
    try {
      validateHeaderValue('Authorization', value)
    } catch {
      // Without the value, which may be a secret.
      const reason = 'it has a line break, or another character that no header can carry'
      throw new ToolError(`${subject} cannot be sent: ${reason}.`)
    }
  return { key, headers, statesHeaders, secrets: new Secrets({ key, headers, statesHeaders, broker }) }
}

function planPacts(options: VerifyOptions) {
  const { pacts = [], defaultPact = true, provider = 'store-orders-service', broker = {} } = options
  const { filterConsumers: consumers = [], filterDescriptions = [] } = options
  const filters = { consumers, descriptions: filterDescriptions.map(readPattern) }
  checkBrokerOptions(broker, pacts, filterDescriptions)
  return { pacts, defaultPact, provider, broker, filters }
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new ToolError(`"${text}" is not a regular expression: ${(error as Error).message}.`)
  }
}
