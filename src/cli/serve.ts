import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { platform } from 'node:os'
import { Command } from 'commander'
import type { ResponseInspector } from '../core/index.js'
import { startServer } from '../server/index.js'
import { announce } from './announce.js'
import { addOptions, type OptionValues } from './option.js'
import { SERVE_OPTIONS } from './options.js'
import { logRequests } from './request-log.js'
import type { CommandContext } from './command-context.js'

/** `orders-mock serve`: the mock on a port, until it is stopped. */
export function serveCommand(context: CommandContext): Command {
  const command = new Command('serve').description('serve the mock (the default command)')
  const read = addOptions(command, SERVE_OPTIONS)
  return command.action(() => serve(read(context), context))
}

async function serve(options: OptionValues<typeof SERVE_OPTIONS>, context: CommandContext): Promise<void> {
  const { log, validate, open, ...rest } = options
  const server = await startServer({
    ...rest,
    inspect: validate ? await createInspector() : undefined,
    onProblem: (message) => context.stderr.write(`orders-mock: ${message}\n`),
  })
  if (log !== 'silent') announce(server, { log, controlToken: rest.controlToken }, context)
  if (open) openPanel(server.panelUrl, context)
  const endLog = log === 'silent' ? undefined : logRequests(server.mock, log, context)
  if (!context.stop.aborted) await once(context.stop, 'abort')
  await server.close()
  endLog?.()
  if (server.pact?.recording.size === 0) {
    context.stderr.write(`orders-mock: There was nothing to record, so ${server.pact.file} was not written.\n`)
  }
}

/** Opens the control panel in the browser. The mock runs on if there is none, and prints the address. */
function openPanel(panelUrl: string | undefined, { stderr }: CommandContext): void {
  if (panelUrl === undefined) {
    stderr.write('orders-mock: There is no panel to open: --no-panel leaves it out.\n')
    return
  }
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open']
  const say = (reason: string): void => {
    stderr.write(`orders-mock: Cannot open a browser (${reason}). Open ${panelUrl} yourself.\n`)
  }
  const opener = spawn(command, [...args, panelUrl], { stdio: 'ignore', detached: true })
  opener.once('error', (error) => say(error.message))
  opener.once('exit', (code) => code !== 0 && say(`${command} failed`))
  // The opener may be the browser itself, which outlives the mock.
  opener.unref()
}

/** The commands with which a person's programs open an address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // `start` is a command of the shell, and takes its first quoted argument for a title.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Holds every answer of the mock against the API description, by the rules that `orders-mock verify` applies. */
export async function createInspector(): Promise<ResponseInspector> {
  const { violationsIn } = await import('../contract/index.js')
  return ({ request: { method, path, authorization }, response: { status, headers: fields, body } }) => {
    const request = { method, path, url: path, headers: authorization === undefined ? {} : { authorization } }
    const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const response = { status, headers, body: text, isUtf8: true }
    return violationsIn({ request, response }).map(({ message, clause }) => `${message} (${clause})`)
  }
}
