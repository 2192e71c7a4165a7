import { Readable } from 'node:stream'
import { Command } from 'commander'
import type { ControlClient } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { startServer } from '../server/index.js'
import { type CommandContext, say } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { MCP_OPTIONS } from './options.js'

/** `orders-mock mcp`: serves a coding agent over stdin and stdout, with a new mock or a running one. */
export function mcpCommand(context: CommandContext): Command {
  const command = new Command('mcp')
    .description('start an MCP server for coding agents (stdio)')
    .addHelpText('after', HELP)
  const read = addOptions(command, MCP_OPTIONS)
  return command.action(() => serve(read(context), context))
}

const HELP = `
Editors start the server themselves, most of them from a file like this one
(.mcp.json, .cursor/mcp.json; in VS Code .vscode/mcp.json, with "servers"):
  { "mcpServers": {
      "orders-mock": { "command": "npx", "args": ["orders-mock", "mcp"] } } }
To control a running mock, add "--url", "http://127.0.0.1:4010" to the args.
The agent can verify a provider with provider states from a URL or a JSON file.
With --allow-modules it can also run any JavaScript module as provider states.
`

async function serve(
  options: OptionValues<typeof MCP_OPTIONS>,
  { stdin = Readable.from([]), stdout, stderr, stop }: CommandContext,
): Promise<void> {
  const [{ ControlClient: Client }, { serveAgents }] = await Promise.all([
    import('../control-client/index.js'),
    import('../mcp/index.js'),
  ])
  const { url, allowModules, ...rest } = options
  const onProblem = (message: string): void => say({ stderr }, message)
  const own = url === undefined ? await startServer({ ...rest, onProblem }) : undefined
  try {
    const client = connect(Client, url ?? own?.origin ?? '', own?.controlToken ?? rest.controlToken)
    await serveAgents({ client, allowModules, stdin, stdout, stop })
  } finally {
    await own?.close()
  }
}

/** @throws {ToolError} if the address is not a URL */
function connect(Client: typeof ControlClient, url: string, token: string | undefined): ControlClient {
  try {
    return new Client(url, { token })
  } catch (error) {
    throw error instanceof TypeError ? new ToolError(`--url: ${error.message}`) : error
  }
}
