import { Command, InvalidArgumentError, Option } from 'commander'
import { OrdersMock } from '../core/index.js'
import { readScenarioFolder, startServer } from '../server/index.js'
import { announceJson, announcePretty } from './announce.js'
import { logRequests } from './request-log.js'
import type { Terminal } from './terminal.js'

/** Ten minutes; timers end at 25 days and then do not wait at all. */
const MAX_LATENCY_MS = 600_000

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly scenario: string
  readonly fixtures?: string
  readonly key: readonly string[]
  readonly sunset?: string
  readonly now?: string
  readonly latency: number
  readonly maxSandboxes: number
  readonly controlToken?: string
  readonly log: 'pretty' | 'json' | 'silent'
}

/** `orders-mock serve`: the mock on a port, until it is told to stop. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .description('serve the mock (the default command)')
    .helpOption('--help', 'print this')
  for (const each of serveOptions()) command.addOption(each)
  return command.action((options: ServeOptions) => serve(options, terminal))
}

function serveOptions(): Option[] {
  return [
    option('--port <port>', 'port to listen on; 0 picks a free one', 'PORT').default(4010).argParser(readPort),
    option('--host <host>', 'address to listen on', 'HOST').default('127.0.0.1'),
    option('--scenario <name>', 'what the mock starts with; `orders-mock scenarios` lists them', 'SCENARIO').default(
      'default',
    ),
    option('--fixtures <dir>', 'folder of scenario files, added to the built-in ones', 'FIXTURES'),
    option('--key <key>', 'API key that is good; repeatable', 'KEY')
      .default(['test-key'], 'test-key')
      .argParser(collectKeys()),
    option('--sunset <date>', 'when deprecated operations are switched off', 'SUNSET'),
    option('--now <instant>', 'where the clock starts', 'NOW'),
    option('--latency <ms>', 'milliseconds to delay every answer by', 'LATENCY')
      .default(0)
      .argParser(readCount(0, MAX_LATENCY_MS)),
    option('--max-sandboxes <count>', 'sandboxes to keep; the least recently used goes first', 'MAX_SANDBOXES')
      .default(10_000)
      .argParser(readCount(1)),
    option(
      '--control-token <token>',
      'what the control API asks for; made up on a host that others reach',
      'CONTROL_TOKEN',
    ),
    option('--log <format>', 'what to print', 'LOG').choices(['pretty', 'json', 'silent']).default('pretty'),
  ]
}

function option(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(`ORDERS_MOCK_${variable}`)
}

function readPort(text: string): number {
  const port = readCount(0)(text)
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535; 0 picks a free one.')
  return port
}

function readCount(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
    throw new InvalidArgumentError(`It must be a whole number${range}.`)
  }
}

/** Keys from the command line add up; the environment gives several with commas between them. */
function collectKeys(): (text: string) => string[] {
  const keys: string[] = []
  return (text) => {
    keys.push(...text.split(',').map((key) => key.trim()))
    if (keys.includes('')) throw new InvalidArgumentError('A key must not be empty.')
    return [...keys]
  }
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const { port, host, scenario, fixtures, key, sunset, now, latency, maxSandboxes, controlToken, log } = options
  const scenarios = fixtures === undefined ? {} : await readScenarioFolder(fixtures)
  const mock = new OrdersMock({ scenario, scenarios, keys: key, sunset, now, latencyMs: latency, maxSandboxes })
  const server = await startServer({ mock, host, port, controlToken })
  if (log === 'pretty') announcePretty(server, terminal)
  if (log === 'json') announceJson(server, terminal)
  const endLog = log === 'silent' ? undefined : logRequests(mock, log, terminal)
  await stopped(terminal.stop)
  await server.close()
  endLog?.()
}

function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
