import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { ToolError } from '../input/index.js'
import type { CheckKind, VerificationReport, VerifyOptions } from '../verify/index.js'
import { reasonOf as reasonOfFile } from '../node/index.js'
import type { CommandContext } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { readPactSources, VERIFY_OPTIONS } from './verify-options.js'

type VerifyFlags = OptionValues<typeof VERIFY_OPTIONS>

/** `orders-mock verify`: whether a provider keeps the contract, and where it does not. */
export function verifyCommand(terminal: CommandContext): Command {
  const command = new Command('verify')
    .description('verify a provider against the contract')
    .argument('<base-url>', 'where the API is, such as http://localhost:8080/v1')
  const read = addOptions(command, VERIFY_OPTIONS)
  return command.action((baseUrl: string) => verify(baseUrl, read(terminal), terminal))
}

async function verify(baseUrl: string, flags: VerifyFlags, terminal: CommandContext): Promise<void> {
  const { verifyProvider, exitCodeOf, livePretty, readReportTargets, writeReports } = await import('../verify/index.js')
  const targets = readReportTargets(flags.report)
  const live = targets.some(({ format, file }) => format === 'pretty' && file === undefined)
    ? livePretty(terminal)
    : undefined
  const options = optionsOf(flags, terminal)
  const onProgress = live && ((...event: Parameters<typeof live.onProgress>) => live.onProgress(...event))
  let report: VerificationReport | undefined
  try {
    report = await verifyProvider({ baseUrl, ...options, onProgress, signal: terminal.stop })
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

function optionsOf(flags: VerifyFlags, { env }: CommandContext): Omit<VerifyOptions, 'baseUrl'> {
  const { key, states, runs, minRuns, seed, rerun, rate, bail, requireAllStates } = flags
  return {
    key: key[0] ?? '',
    states,
    statesHeaders: readHeaders('--states-header', flags.statesHeader),
    ...readPactSources(flags, env),
    checks: flags.checks as readonly CheckKind[] | undefined,
    runs,
    minRuns,
    seed,
    rerun,
    rate,
    bail,
    requireAllStates,
    headers: readHeaders('--header', flags.header),
    timeoutMs: flags.timeout,
    statesTimeoutMs: flags.statesTimeout,
    waitForMs: flags.waitFor,
    proxyEnv: env,
    cert: flags.cert && readPem('--cert', flags.cert),
    certKey: flags.certKey && readPem('--cert-key', flags.certKey),
    timeBudgetMs: flags.timeBudget,
  }
}

function reasonOf({ error, summary, provider }: VerificationReport): string {
  const { passed, failed, skipped } = summary
  if (failed === 0 && error !== undefined) return error.message
  if (failed === 0) return `${skipped} checks were skipped, which --require-all-states does not allow.`
  const found = `${provider} breaks the contract: ${failed} of ${passed + failed} checks failed.`
  return error === undefined ? found : `${found} ${error.message}`
}

function readPem(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolError(`Cannot read ${option} ${file}: ${reasonOfFile(error)}.`)
  }
}

function readHeaders(option: string, texts: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => readHeader(option, text)))
}

function readHeader(option: string, text: string): [string, string] {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw new ToolError(`"${text}" is not a header. Give one as ${option} 'Name: value'.`)
  }
  return [name, value]
}
