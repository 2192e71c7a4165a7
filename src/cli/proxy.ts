import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { ProxyEvent, RunningProxy, TrafficReport } from '../traffic/index.js'
import { ToolError } from '../input/index.js'
import { painter, printable, printableJson } from '../node/index.js'
import { stopped, type CommandContext } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { PROXY_OPTIONS } from './options.js'
import { checkWritable, counted, writeTrafficReport } from './traffic-report.js'

/** `orders-mock proxy <base-url>`: stands between a client and a real provider, until it is told to stop. */
export function proxyCommand(terminal: CommandContext): Command {
  const command = new Command('proxy')
    .description(
      'stand between a client and a real provider: check traffic against the contract, and record a scenario',
    )
    .argument('<base-url>', 'where the provider is, such as https://api.example.com/v1')
  const read = addOptions(command, PROXY_OPTIONS)
  return command.action((baseUrl: string) => proxy(baseUrl, read(terminal), terminal))
}

async function proxy(
  baseUrl: string,
  options: OptionValues<typeof PROXY_OPTIONS>,
  terminal: CommandContext,
): Promise<void> {
  const { port, host, record, timeoutMs, log, report: formats, failOnFinding } = options
  const { startProxy } = await import('../traffic/index.js')
  const targets = formats.length === 0 ? [] : (await import('../verify/index.js')).readReportTargets(formats)
  const lineOf = log === 'json' ? jsonLine : prettyLine
  if (record !== undefined) await checkWritable(record)
  const startedMs = performance.now()
  const running = await startProxy({
    target: baseUrl,
    port,
    host,
    timeoutMs,
    onExchange: (event) => {
      if (log !== 'silent') terminal.stdout.write(`${lineOf(event, terminal)}\n`)
    },
  })
  if (log !== 'silent') announce(running, log, terminal)
  await stopped(terminal.stop)
  await running.close()
  if (record !== undefined)
    await writeFile(record, running.check.recorder.scenario({ baseUrl: running.target, at: new Date() }))
  const traffic = running.check.report()
  if (log === 'pretty') terminal.stdout.write(`${showSummary(traffic, record)}\n`)
  const durationMs = performance.now() - startedMs
  await writeTrafficReport(traffic, { provider: running.target, durationMs, targets }, terminal)
  const { length } = traffic.findings
  if (failOnFinding && length > 0)
    throw new ToolError(`${running.target} breaks the contract: ${counted(length, 'finding')}.`, 1)
}

function announce({ baseUrl, target }: RunningProxy, log: 'pretty' | 'json', { stdout }: CommandContext): void {
  if (log === 'json') {
    stdout.write(`${JSON.stringify({ event: 'listening', baseUrl, target })}\n`)
    return
  }
  stdout.write(`\n  ${baseUrl} forwards to ${target}, and checks every answer against the contract.\n`)
  stdout.write(`  Ctrl+C ends it.\n\n`)
}

function showSummary({ findings, notes, exchanges }: TrafficReport, record: string | undefined): string {
  const recorded = record === undefined ? [] : [`Recorded to ${record}.`]
  const found = `${counted(exchanges, 'exchange')} checked: ${counted(findings.length, 'finding')}.`
  return `\n  ${[found, ...notes, ...recorded].join('\n  ')}`
}

const MAX_SHOWN = 5

/** An exchange for a person: one line, and some more for each of the first findings. */
function prettyLine(event: ProxyEvent, { colors }: CommandContext): string {
  const { method, path, status, durationMs, violations, findings, remark } = event
  const paint = painter(colors)
  const columns = [
    paint('dim', new Date().toISOString().slice(11, 19)),
    printable(method).padEnd(7),
    printable(path).padEnd(32),
    paint(status === undefined || status >= 500 ? 'red' : 'reset', String(status ?? '---')),
    paint('dim', `${durationMs.toFixed(0)} ms`.padStart(8)),
    ...(remark === undefined ? [] : [printable(remark)]),
    ...(violations.length > 0 && findings.length === 0 ? [paint('red', '✗ as before')] : []),
  ]
  const wrong = findings
    .slice(0, MAX_SHOWN)
    .flatMap(({ name, message, expected, clause, steps }) => [
      `  ${paint('red', `✗ ${printable(name)}`)}  ${printable(message)}`,
      paint(
        'dim',
        `    ${expected === undefined ? '' : `expected ${printable(expected)}  `}(specification: ${clause})`,
      ),
      ...(steps.length > 1 ? steps.map((step) => paint('dim', `    ${printable(step)}`)) : []),
    ])
  if (findings.length > MAX_SHOWN) wrong.push(`  and ${findings.length - MAX_SHOWN} more`)
  return [columns.join('  ').trimEnd(), ...wrong].join('\n')
}

/** An exchange for a program: one line of JSON. */
function jsonLine(event: ProxyEvent): string {
  return printableJson(JSON.stringify({ event: 'exchange', at: new Date().toISOString(), ...event }))
}
