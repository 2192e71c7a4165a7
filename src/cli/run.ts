import { Command, CommanderError } from 'commander'
import { closest } from 'fastest-levenshtein'
import { readVersion } from '../node/index.js'
import { ToolError } from '../input/index.js'
import { proxyCommand } from './proxy.js'
import { scenariosCommand } from './scenarios.js'
import { serveCommand } from './serve.js'
import type { Terminal } from './terminal.js'
import { verifyCommand } from './verify.js'

/**
 * Runs the command line.
 *
 * @returns the exit code: 0 done, 1 the provider breaks the contract, 2 wrong usage, file or configuration, 3 the
 *   provider could not be reached
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await createProgram(terminal)
    checkCommand(args, program)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ToolError)) throw error
    terminal.stderr.write(`orders-mock: ${error.message}\n`)
    return error.exitCode
  }
}

async function createProgram(terminal: Terminal): Promise<Command> {
  const program = new Command('orders-mock')
  const serve = serveCommand(terminal)
  program
    .description('The Store Orders Service without the service: a stateful mock server, and the contract it keeps.')
    .version(await readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .addCommand(serve, { isDefault: true })
    .addCommand(verifyCommand(terminal))
    .addCommand(proxyCommand(terminal))
    .addCommand(scenariosCommand(terminal))
    .addHelpText('after', () => `\n${serve.helpInformation()}`)
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text.replace(/^error: /, 'orders-mock: ')),
    })
  }
  return program
}

/** A word that is no command would else be taken for an argument of the default one. */
function checkCommand([first = '-']: readonly string[], program: Command): void {
  const names = [...program.commands.map((command) => command.name()), 'help']
  if (first.startsWith('-') || names.includes(first)) return
  throw new ToolError(
    `There is no command "${first}". Did you mean ${closest(first, names)}? Commands: ${names.join(', ')}.`,
  )
}
