import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { platform } from 'node:os'
import { Command } from 'commander'
import type { ResponseInspector } from '../core/index.js'
import { type RunningServer, startServer } from '../server/index.js'
import { announce } from './announce.js'
import { addOptions, type OptionValues } from './option.js'
import { SERVE_OPTIONS } from './options.js'
import { logRequests } from './request-log.js'
import { type CommandContext, say } from './command-context.js'

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
    onProblem: (message) => say(context, message),
  })
  if (log !== 'silent') announce(server, { log, controlToken: rest.controlToken }, context)
  if (open) openPanel(server, context)
  const endLog = log === 'silent' ? undefined : logRequests(server.mock, log, context)
  if (!context.stop.aborted) await once(context.stop, 'abort')
  await server.close()
  endLog?.()
  if (server.pact?.recording.size === 0) {
    say(context, `No requests were recorded, so ${server.pact.file} was not written.`)
  }
}

/** Opens the control panel in the browser. The mock runs on if there is none, and says where the panel is. */
function openPanel({ panelUrl }: RunningServer, context: CommandContext): void {
  if (panelUrl === undefined) {
    return say(context, 'Cannot open the control panel: --no-panel disables it.')
  }
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open']
  // Without the token, which the page asks for: everybody can see what a program is started with.
  const address = panelUrl.replace(/#.*/s, '')
  const fail = (reason: string): void => say(context, `Cannot open a browser (${reason}). Go to ${address}.`)
  const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  opener.once('error', (error) => fail(error.message))
  opener.once('exit', (code) => code !== 0 && fail(`${command} failed`))
  // The opener may be the browser itself, which outlives the mock.
  opener.unref()
}

/** The commands with which a person's programs open an address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // `start` is a command of the shell, and takes its first quoted argument for a title.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Checks every response of the mock against the OpenAPI description, by the rules of `orders-mock verify`. */
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
