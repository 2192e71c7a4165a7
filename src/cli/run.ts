import { Command, CommanderError } from 'commander'
import { closest } from 'fastest-levenshtein'
import { printableLines } from '../node/index.js'
import { didYouMean, ToolError } from '../input/index.js'
import { version } from '../spec/index.js'
import { auditCommand } from './audit.js'
import { mcpCommand } from './mcp.js'
import { proxyCommand } from './proxy.js'
import { scenariosCommand } from './scenarios.js'
import { serveCommand } from './serve.js'
import { type CommandContext, say } from './command-context.js'
import { verifyCommand } from './verify.js'

/**
 * Runs the command line.
 * @returns the exit code: 0 done, 1 the provider violates the contract, 2 wrong usage, file or configuration, 3 the
 *   provider could not be reached
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const program = createProgram(context)
    checkCommand(args, program)
    warnOfUnknownVariables(program, context)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ToolError)) throw error
    say(context, error.message)
    return error.exitCode
  }
}

function createProgram(context: CommandContext): Command {
  const program = new Command('orders-mock')
  const serve = serveCommand(context)
  program
    .description('A stateful mock of the Store Orders Service, and a verifier for any implementation of it.')
    .version(version, '-V, --version', 'print the version')
    .addCommand(serve, { isDefault: true })
    .addCommand(verifyCommand(context))
    .addCommand(proxyCommand(context))
    .addCommand(auditCommand(context))
    .addCommand(scenariosCommand(context))
    .addCommand(mcpCommand(context))
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', () => `\n${serve.helpInformation()}${HELP}`)
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'print this help').exitOverride()
    command.configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(printableLines(withoutValue(text)).replace(/^error: /, 'orders-mock: ')),
    })
  }
  return program
}

const HELP = `
Examples:
  orders-mock                               serve "default" on port 4010
  orders-mock --scenario shipped --port 0   serve "shipped" on a free port
  orders-mock --fixtures shop --watch       add your scenarios; reload on change
  orders-mock --data .orders-mock           persist all sandboxes across restarts
  orders-mock mcp                           MCP server for coding agents
  orders-mock audit traffic.har             check recorded traffic
  orders-mock verify http://localhost:8080/v1 --key "$KEY" \\
    --states http://localhost:8080/_states  check a provider

The API key, sent as "Authorization: Bearer <key>", selects the sandbox:
  test-key                                  "main", which starts from --scenario
  test-key~shipped                          a sandbox that starts from "shipped"
  test-key~shipped~worker-3                 another sandbox that starts from "shipped"
  test-key~~checkout-7                      a sandbox created by the control API

The control API, at /__mock on the same port, adds and ships orders, resets
sandboxes, injects faults, moves the clock and lists requests. Its OpenAPI
description is at /__mock/openapi.json.
  curl -X POST http://127.0.0.1:4010/__mock/sandboxes/main/orders/1/ship
`

/** The value of an option may be a secret, even if the option or the value is misspelt. */
function withoutValue(text: string): string {
  return text
    .replace(/(unknown option '[^'=]*)=[^]*'/, "$1'")
    .replace(/ value '[^]*'( from env '\w+' is invalid\.)/, ' value$1')
    .replace(/ argument '[^]*'( is invalid\.)/, ' argument$1')
}

/** An unknown command would otherwise be taken for an argument of the default one. */
function checkCommand([first = '-']: readonly string[], program: Command): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  if (first.startsWith('-') || names.includes(first)) return
  throw new ToolError(`Unknown command "${first}".${didYouMean(first, names)} Available commands: ${names.join(', ')}.`)
}

/** Warns of variables that look like options but set none, as a misspelt one does. */
function warnOfUnknownVariables(program: Command, context: CommandContext): void {
  const known = program.commands.flatMap(({ options }) => options.flatMap(({ envVar }) => envVar ?? []))
  for (const name of Object.keys(context.env)) {
    // A report's command lines take the values of --header from such variables.
    const isHeader = /^ORDERS_MOCK_(?:STATES_)?HEADER_./.test(name)
    if (!name.startsWith('ORDERS_MOCK_') || isHeader || known.includes(name)) continue
    say(context, `Unknown environment variable ${name}. Did you mean ${closest(name, known)}?`)
  }
}
