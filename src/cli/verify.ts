import { Command, InvalidArgumentError, type Option } from 'commander'
import { ToolError } from '../input/index.js'
import type { CheckKind, VerificationReport } from '../verify/index.js'
import { isSwitchedOn, option } from './options.js'
import type { Terminal } from './terminal.js'

interface VerifyFlags {
  readonly key: string
  readonly states?: string
  readonly pact?: readonly string[]
  readonly checks?: readonly CheckKind[]
  readonly runs: number
  readonly seed?: number
  readonly timeBudget: number
  readonly header?: readonly string[]
  readonly timeout: number
  readonly report: readonly string[]
  readonly requireAllStates?: boolean
}

/** `orders-mock verify`: whether a provider keeps the contract, and where it does not. */
export function verifyCommand(terminal: Terminal): Command {
  const command = new Command('verify')
    .description('verify a provider against the contract')
    .argument('<base-url>', 'where the API is, such as http://localhost:8080/v1')
    .helpOption('-h, --help', 'print this')
  for (const each of verifyOptions()) command.addOption(each)
  return command.action((baseUrl: string, flags: VerifyFlags) => {
    const requireAllStates = isSwitchedOn(command, 'requireAllStates', terminal)
    return verify(baseUrl, { ...flags, requireAllStates }, terminal)
  })
}

function verifyOptions(): Option[] {
  return [
    option('--key <key>', 'a valid API key', 'KEY').default('test-key'),
    option('--states <where>', 'how to reach provider states: a URL, a module (.mjs) or a map (.json)', 'STATES'),
    option(
      '--pact <where>',
      'pact file, folder or URL, instead of the built-in contract; repeatable',
      'PACT',
    ).argParser(collect),
    option('--checks <names>', 'which of pact, openapi and model', 'CHECKS').argParser(readList),
    option('--runs <count>', 'random sequences that the model plays', 'RUNS').default(100).argParser(readWhole),
    option('--seed <number>', 'repeats the sequences of an earlier run', 'SEED').argParser(readWhole),
    option('--time-budget <seconds>', 'how long the model may go on, such as 30 or 500ms', 'TIME_BUDGET')
      .default(30_000, '30')
      .argParser(readDuration('s')),
    option("--header <'Name: value'>", 'sent with every request; repeatable', 'HEADER').argParser(collect),
    option('--timeout <ms>', 'how long one answer may take, such as 10000 or 10s', 'TIMEOUT')
      .default(10_000)
      .argParser(readDuration('ms')),
    option('--report <form[=file]>', 'pretty, json, junit, github or markdown; repeatable', 'REPORT')
      .default(['pretty'], 'pretty')
      .argParser(collectAnew()),
    option('--require-all-states', 'a skipped check fails the run', 'REQUIRE_ALL_STATES'),
  ]
}

async function verify(baseUrl: string, flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const { verifyProvider, exitCodeOf, livePretty, readReportTargets, writeReports } = await import('../verify/index.js')
  const { key, states, checks, runs, seed, requireAllStates } = flags
  const targets = readReportTargets(flags.report)
  const live = targets.some(({ format, file }) => format === 'pretty' && file === undefined)
    ? livePretty(terminal)
    : undefined
  const headers = Object.fromEntries((flags.header ?? []).map(readHeader))
  const options = { key, states, pacts: flags.pact, checks, runs, seed, requireAllStates, headers }
  const times = { timeoutMs: flags.timeout, timeBudgetMs: flags.timeBudget }
  const onProgress = live && ((...event: Parameters<typeof live.onProgress>) => live.onProgress(...event))
  let report: VerificationReport | undefined
  try {
    report = await verifyProvider({ baseUrl, ...options, ...times, onProgress, signal: terminal.stop })
  } finally {
    live?.end(report)
  }
  const rest = targets.filter(({ format, file }) => live === undefined || format !== 'pretty' || file !== undefined)
  const { stdout, colors, env } = terminal
  const output = { stdout, colors, jobSummaryFile: env['GITHUB_STEP_SUMMARY'] }
  await writeReports(report, { targets: rest, output })
  const exitCode = exitCodeOf(report)
  if (exitCode !== 0) throw new ToolError(reasonOf(report), exitCode)
}

function reasonOf({ error, summary, provider }: VerificationReport): string {
  if (error !== undefined) return error.message
  const { passed, failed, skipped } = summary
  if (failed === 0) return `${skipped} checks were skipped, which --require-all-states does not allow.`
  return `${provider} breaks the contract: ${failed} of ${passed + failed} checks failed.`
}

function collect(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, text]
}

/** Values from the command line add up and take the place of the default; the environment separates them by commas. */
function collectAnew(): (text: string) => string[] {
  const collected: string[] = []
  return (text) => {
    collected.push(...text.split(','))
    return [...collected]
  }
}

function readList(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

function readWhole(text: string): number {
  const value = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new InvalidArgumentError('It must be a whole number.')
}

const UNITS_MS = { ms: 1, s: 1000, m: 60_000 } as const

function readDuration(usualUnit: keyof typeof UNITS_MS): (text: string) => number {
  return (text) => {
    const [, digits, unit = usualUnit] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? []
    if (digits === undefined) throw new InvalidArgumentError('It must be a duration such as 500ms, 30s or 1m.')
    return Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]
  }
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw new ToolError(`"${text}" is no header. Give it as --header 'Name: value'.`)
  }
  return [name, value]
}
