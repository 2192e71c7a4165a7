import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import type { ProxyEvent, RunningProxy } from '../traffic/index.js'
import { ToolError } from '../input/index.js'
import { addOptions, type OptionValues } from './add-options.js'
import { stopped, type CommandContext } from './command-context.js'

type ProxyCommandOptions = OptionValues<'port' | 'host' | 'record' | 'timeout' | 'log'>

/** `orders-mock proxy <base-url>`: stands between a client and a real provider, until it is told to stop. */
export function proxyCommand(terminal: CommandContext): Command {
  const command = new Command('proxy')
    .description('stand between a client and a real provider: validate, and record a scenario')
    .argument('<base-url>', 'where the provider is, such as https://api.example.com/v1')
    .helpOption('-h, --help', 'print this help')
  const read = addOptions(command, ['port', 'host', 'record', 'timeout', 'log'], { timeout: 30_000 })
  return command.action((baseUrl: string) => proxy(baseUrl, read(terminal), terminal))
}

async function proxy(baseUrl: string, options: ProxyCommandOptions, terminal: CommandContext): Promise<void> {
  const { port, host, record, timeout, log } = options
  const { jsonLine, prettyLine, startProxy } = await import('../traffic/index.js')
  const showEvent = (event: ProxyEvent): string => {
    const at = new Date()
    return log === 'json' ? jsonLine(event, { at }) : prettyLine(event, { colors: terminal.colors, at })
  }
  if (record !== undefined) await checkWritable(record)
  const tally = { answers: 0, unanswered: 0, wrong: 0, unreached: 0 }
  const running = await startProxy({
    target: baseUrl,
    port,
    host,
    timeoutMs: timeout,
    onExchange: (event) => {
      count(event, tally)
      if (log !== 'silent') terminal.stdout.write(`${showEvent(event)}\n`)
    },
  })
  if (log !== 'silent') announce(running, log, terminal)
  await stopped(terminal.stop)
  await running.close()
  if (record !== undefined) await writeFile(record, running.scenario(new Date(), record))
  if (log === 'pretty') terminal.stdout.write(`${showTally(tally, record)}\n`)
  conclude(tally, running.target)
}

interface Tally {
  /** Answers of the provider. */
  answers: number
  /** Requests that reached it and were not answered. */
  unanswered: number
  /** Requests whose answer, or lack of one, breaks the contract. */
  wrong: number
  unreached: number
}

async function checkWritable(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK)
  } catch {
    throw new ToolError(`Cannot record to ${file}: the folder ${dirname(file)} does not exist or is not writable.`)
  }
}

function count({ violations, isReached, isAnswered }: ProxyEvent, tally: Tally): void {
  if (isAnswered === true) tally.answers += 1
  else if (isReached === true) tally.unanswered += 1
  if (isReached === false) tally.unreached += 1
  if (violations.length > 0) tally.wrong += 1
}

function announce({ baseUrl, target }: RunningProxy, log: 'pretty' | 'json', { stdout }: CommandContext): void {
  if (log === 'json') {
    stdout.write(`${JSON.stringify({ event: 'listening', baseUrl, target })}\n`)
    return
  }
  stdout.write(`\n  ${baseUrl} passes on to ${target}, and validates every answer.\n`)
  stdout.write(`  Ctrl+C ends it.\n\n`)
}

function showTally({ answers, unanswered, wrong }: Tally, record: string | undefined): string {
  const recorded = record === undefined ? '' : ` Recorded to ${record}.`
  const left = unanswered > 0 ? `, ${unanswered} left unanswered` : ''
  return `\n  ${answers} answered${left}, ${wrong} of them in breach of the contract.${recorded}`
}

/** Turns the tally into an exit code. */
function conclude({ answers, unanswered, wrong, unreached }: Tally, target: string): void {
  if (wrong > 0) {
    const all =
      unanswered > 0 ? `${answers + unanswered} requests, ${unanswered} of them unanswered` : `${answers} answers`
    throw new ToolError(`${target} broke the contract in ${wrong} of ${all}.`, 1)
  }
  if (unreached > 0)
    throw new ToolError(
      `${target} could not be reached for ${unreached} ${unreached === 1 ? 'request' : 'requests'}.`,
      3,
    )
}
