import { Command } from 'commander'
import type { ResponseInspector } from '../core/index.js'
import { startServer } from '../server/index.js'
import { announceJson, announcePretty } from './announce.js'
import { openPanel } from './open-panel.js'
import { addOptions, type OptionValues } from './option.js'
import { SERVE_OPTIONS } from './options.js'
import { logRequests } from './request-log.js'
import { stopped, type CommandContext } from './command-context.js'

/** `orders-mock serve`: the mock on a port, until it is told to stop. */
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
  const announced = { server, madeUpToken: rest.controlToken === undefined ? server.controlToken : undefined }
  if (log === 'pretty') announcePretty(announced, context)
  if (log === 'json') announceJson(announced, context)
  if (open) openPanel(server, context)
  const endLog = log === 'silent' ? undefined : logRequests(server.mock, log, context)
  await stopped(context.stop)
  await server.close()
  endLog?.()
  if (server.pact?.recording.size === 0) {
    context.stderr.write(`orders-mock: There was nothing to record, so ${server.pact.file} was not written.\n`)
  }
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
