import { Command } from 'commander'
import { ToolError } from '../input/index.js'
import { readText } from '../node/index.js'
import type { CheckKind, Progress, VerificationReport, VerifyOptions } from '../verify/index.js'
import type { CommandContext } from './command-context.js'
import { addOptions } from './option.js'
import { prepareResults, type ResultOptions } from './results.js'
import { BROKER_OPTIONS, readPactSources, VERIFY_OPTIONS } from './verify-options.js'

/** `orders-mock verify`: whether a provider conforms to the contract, and what violates it. */
export function verifyCommand(terminal: CommandContext): Command {
  const command = new Command('verify')
    .description('verify a provider against the contract')
    .argument('<base-url>', 'where the API is, such as http://localhost:8080/v1')
    .addHelpText('after', HELP)
  const read = addOptions(command, VERIFY_OPTIONS)
  const readBroker = addOptions(command, BROKER_OPTIONS)
  return command.action(async (baseUrl: string) => {
    const { keys, checks, pacts, report, learn, baseline, writeBaseline, cert, certKey, ...options } = read(terminal)
    return verify({ report, learn, baseline, writeBaseline }, terminal, {
      ...options,
      ...readPactSources(pacts, readBroker(terminal), terminal.env),
      baseUrl,
      cert: cert && (await readText(cert, 'the PEM certificate')),
      certKey: certKey && (await readText(certKey, 'the PEM key')),
      key: keys[0],
      checks: checks as readonly CheckKind[] | undefined,
      proxyEnv: terminal.env,
      signal: terminal.stop,
    })
  })
}

const HELP = `
Examples:
  orders-mock verify http://localhost:8080/v1 --key "$API_KEY"
  orders-mock verify http://localhost:8080/v1 --states http://localhost:8080/states --report pretty --report junit=junit.xml
  orders-mock verify http://localhost:8080/v1 --states states.mjs --baseline known.json

Exit codes:
  0  the provider conforms, or has only known violations
  1  the provider violates the contract
  2  an option, a file or the configuration is wrong
  3  the provider could not be reached, a provider state could not be set up, or the run was stopped`

async function verify(asked: ResultOptions, terminal: CommandContext, options: VerifyOptions): Promise<void> {
  const { verifyProvider, exitCodeOf, livePretty } = await import('../verify/index.js')
  const results = await prepareResults(asked, terminal)
  // A report for a person on stdout is printed while the run goes on.
  const rest = results.targets.filter(({ format, file }) => format !== 'pretty' || file !== undefined)
  const live = rest.length < results.targets.length ? livePretty(terminal) : undefined
  let report: VerificationReport | undefined
  try {
    const onProgress = (progress: Progress): void =>
      live?.onProgress(progress.kind === 'result' ? { ...progress, result: results.mark(progress.result) } : progress)
    report = results.apply(await verifyProvider({ ...options, onProgress }), options.requireAllStates)
  } finally {
    live?.end(report)
  }
  const problems = await results.write(report, rest)
  const isAccepted = asked.writeBaseline !== undefined && report.result === 'fail' && report.error === undefined
  const exitCode = isAccepted ? 0 : exitCodeOf(report)
  if (exitCode !== 0) throw new ToolError([reasonOf(report), ...problems].join('\n'), exitCode)
  if (problems.length > 0) throw new ToolError(problems.join('\n'))
}

function reasonOf({ error, summary, provider }: VerificationReport): string {
  const { passed, failed, skipped } = summary
  if (failed === 0 && error !== undefined) return error.message
  if (failed === 0) return `${skipped} checks were skipped, and --require-all-states is set.`
  const found = `${provider} violates the contract: ${failed} of ${passed + failed} checks failed.`
  return error === undefined ? found : `${found} ${error.message}`
}
