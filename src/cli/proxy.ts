import { once } from 'node:events'
import { Command } from 'commander'
import type { ProxyEvent, RunningProxy } from '../traffic/index.js'
import { counted, painter, printable, printableJson } from '../node/index.js'
import { BoundedLog } from './bounded-log.js'
import type { CommandContext } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { PROXY_OPTIONS } from './options.js'
import { endTraffic, prepareTrafficReport, type WrittenTraffic } from './traffic-report.js'

/** `orders-mock proxy <base-url>`: forwards requests of a client to a real provider, until it is stopped. */
export function proxyCommand(terminal: CommandContext): Command {
  const command = new Command('proxy')
    .description(
      'forward requests to a real provider and check the traffic against the contract; can record a scenario',
    )
    .argument('<base-url>', 'where the provider is, such as https://api.example.com/v1')
  const read = addOptions(command, PROXY_OPTIONS)
  return command.action((baseUrl: string) => proxy(baseUrl, read(terminal), terminal))
}

async function proxy(
  target: string,
  options: OptionValues<typeof PROXY_OPTIONS>,
  terminal: CommandContext,
): Promise<void> {
  const { record, log, failOnFinding } = options
  const { startProxy } = await import('../traffic/index.js')
  const writeReport = await prepareTrafficReport(options, terminal)
  const lineOf = log === 'json' ? jsonLine : prettyLine
  const lines = log === 'silent' ? undefined : new BoundedLog(terminal.stdout, log)
  const onExchange = (event: ProxyEvent): void => lines?.add(() => lineOf(event, terminal))
  const running = await startProxy({ ...options, target, onExchange })
  if (log !== 'silent') announce(running, log, terminal)
  if (!terminal.stop.aborted) await once(terminal.stop, 'abort')
  await running.close()
  lines?.end()
  const written = await writeReport(running.check, running.target)
  if (log === 'pretty') terminal.stdout.write(`${showSummary(written, record)}\n`)
  endTraffic(written, running.target, { failOnFinding })
}

function announce({ baseUrl, target }: RunningProxy, log: 'pretty' | 'json', { stdout }: CommandContext): void {
  if (log === 'json') {
    stdout.write(`${printableJson(JSON.stringify({ event: 'listening', baseUrl, target }))}\n`)
    return
  }
  const what = `${baseUrl} forwards to ${target} and checks every response against the contract.`
  stdout.write(`\n  ${what}\n  Press Ctrl+C to stop.\n\n`)
}

function showSummary({ traffic, problems, isRecorded }: WrittenTraffic, record: string | undefined): string {
  const { findings, notes, exchanges } = traffic
  const nothing = 'Nothing was recorded, because no response showed an order or a pet.'
  const outcome = isRecorded ? `Recorded to ${record}.` : nothing
  const recorded = record === undefined || problems.length > 0 ? [] : [outcome]
  const found = `${counted(exchanges, 'exchange')} checked: ${counted(findings.length, 'finding')}.`
  return `\n  ${[found, ...notes, ...recorded].map(printable).join('\n  ')}`
}

const MAX_SHOWN = 5

/** An exchange for a person: one line, and some more for each of the first findings. */
function prettyLine(event: ProxyEvent, { colors }: CommandContext): string {
  const { method, path, status, durationMs, violations, findings, remark } = event
  const paint = painter({ colors })
  const columns = [
    paint('dim', new Date().toISOString().slice(11, 19)),
    printable(method).padEnd(7),
    printable(path).padEnd(32),
    paint(status === undefined || status >= 500 ? 'red' : 'reset', String(status ?? '---')),
    paint('dim', `${durationMs.toFixed(0)} ms`.padStart(8)),
    ...(remark === undefined ? [] : [printable(remark)]),
    ...(violations.length > 0 && findings.length === 0 ? [paint('red', '✗ seen before')] : []),
  ]
  const wrong = findings.slice(0, MAX_SHOWN).flatMap(({ name, message, expected, clause, steps }) => {
    const wanted = expected === undefined ? '' : `expected ${printable(expected)}  `
    return [
      `  ${paint('red', `✗ ${printable(name)}`)}  ${printable(message)}`,
      paint('dim', `    ${wanted}(specification: ${clause})`),
      ...(steps.length > 1 ? steps.map((step) => paint('dim', `    ${printable(step)}`)) : []),
    ]
  })
  if (findings.length > MAX_SHOWN) wrong.push(`  and ${findings.length - MAX_SHOWN} more`)
  return [columns.join('  ').trimEnd(), ...wrong].join('\n')
}

function jsonLine(event: ProxyEvent): string {
  return printableJson(JSON.stringify({ event: 'exchange', at: new Date().toISOString(), ...event }))
}
