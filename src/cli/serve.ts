import { Command, type Option } from 'commander'
import { startServer } from '../server/index.js'
import { announceJson, announcePretty } from './announce.js'
import { createInspector } from './inspect-answers.js'
import { collectValues, isSwitchedOn, option, readCount, readPort } from './options.js'
import { logRequests } from './request-log.js'
import { stopped, type Terminal } from './terminal.js'

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
  readonly data?: string
  readonly compactAfter?: number
  readonly watch?: boolean
  readonly validate?: boolean
  readonly openapi?: string
  readonly log: 'pretty' | 'json' | 'silent'
}

/** `orders-mock serve`: the mock on a port, until it is told to stop. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .description('serve the mock (the default command)')
    .helpOption('-h, --help', 'print this')
  for (const each of serveOptions()) command.addOption(each)
  return command.action((options: ServeOptions) => {
    const watch = isSwitchedOn(command, 'watch', terminal)
    const validate = isSwitchedOn(command, 'validate', terminal)
    return serve({ ...options, watch, validate }, terminal)
  })
}

function serveOptions(): Option[] {
  return [
    option('--port <port>', 'port to listen on; 0 picks a free one', 'PORT').default(4010).argParser(readPort),
    option('--host <host>', 'address to listen on', 'HOST').default('127.0.0.1'),
    option('--scenario <name>', 'what the mock starts with; `orders-mock scenarios` lists them', 'SCENARIO').default(
      'default',
    ),
    option('--fixtures <dir>', 'folder of scenario files, added to the built-in ones', 'FIXTURES'),
    option('--key <key>', 'API key that is good; repeatable, in the environment with commas', 'KEY')
      .default(['test-key'], 'test-key')
      .argParser(collectValues()),
    option('--sunset <date>', 'when deprecated operations are switched off', 'SUNSET'),
    option('--now <instant>', 'where the clock starts', 'NOW'),
    option('--latency <ms>', 'milliseconds to delay every answer by', 'LATENCY')
      .default(0)
      .argParser(readCount(0, MAX_LATENCY_MS)),
    option('--max-sandboxes <count>', 'sandboxes to keep; the least recently used goes first', 'MAX_SANDBOXES')
      .default(10_000)
      .argParser(readCount(2)),
    option(
      '--control-token <token>',
      'what the control API asks for; made up on a host that others reach',
      'CONTROL_TOKEN',
    ),
    option('--data <file>', 'keep all sandboxes (but not their journals) in a file: they survive restarts', 'DATA'),
    option('--watch', 'read scenario files again when they change; needs --fixtures', 'WATCH'),
    option(
      '--compact-after <bytes>',
      'how far the data file may grow before it is written anew (default: its own size, 1 MiB at least)',
      'COMPACT_AFTER',
    ).argParser(readCount(0)),
    option(
      '--openapi <file>',
      'description of further operations, mocked by Prism below the same base address, with the same keys',
      'OPENAPI',
    ),
    option('--validate', 'check every answer against the API description', 'VALIDATE'),
    option('--log <format>', 'what to print', 'LOG').choices(['pretty', 'json', 'silent']).default('pretty'),
  ]
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const { key, latency, log, data, compactAfter, watch = false, validate = false, ...rest } = options
  const server = await startServer({
    ...rest,
    keys: key,
    latencyMs: latency,
    dataFile: data,
    watch,
    inspect: validate ? await createInspector() : undefined,
    onProblem: (message) => terminal.stderr.write(`orders-mock: ${message}\n`),
    ...(compactAfter !== undefined && { compactAfterBytes: compactAfter }),
  })
  if (log === 'pretty') announcePretty(server, terminal)
  if (log === 'json') announceJson(server, terminal)
  const endLog = log === 'silent' ? undefined : logRequests(server.mock, log, terminal)
  await stopped(terminal.stop)
  await server.close()
  endLog?.()
}
