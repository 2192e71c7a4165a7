import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import type { ResponseInspector } from '../core/index.js'
import { type RunningServer, startServer } from '../server/index.js'
import { announce } from './announce.js'
import { addOptions, type OptionValues } from './option.js'
import { SERVE_OPTIONS } from './options.js'
import { logRequests } from './request-log.js'
import { type CommandContext, say } from './command-context.js'

/** How long a browser may take to start and read its page. */
const PAGE_MS = 60_000

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
function openPanel({ panelUrl, controlToken }: RunningServer, context: CommandContext): void {
  if (panelUrl === undefined) {
    return say(context, 'Cannot open the control panel: --no-panel disables it.')
  }
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open']
  const fail = (reason: string): void =>
    say(context, `Cannot open a browser (${reason}). Go to ${panelUrl.replace(/#.*/s, '')}.`)
  const address = controlToken === undefined ? panelUrl : pageTo(panelUrl, context.stop)
  const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  opener.once('error', (error) => fail(error.message))
  opener.once('exit', (code) => code !== 0 && fail(`${command} failed`))
  // The opener may be the browser itself, which outlives the mock.
  opener.unref()
}

/** Writes a page that redirects to an address, for this user alone: everybody can see what a program is started with. */
function pageTo(address: string, stop: AbortSignal): string {
  const folder = mkdtempSync(join(tmpdir(), 'orders-mock-'))
  const page = join(folder, 'panel.html')
  writeFileSync(page, `<meta http-equiv="refresh" content="0; url=${address}">\n`, { mode: 0o600 })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  setTimeout(remove, PAGE_MS).unref()
  stop.addEventListener('abort', remove)
  return pathToFileURL(page).href
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
