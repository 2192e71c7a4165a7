import { type Command, Option } from 'commander'
import type { CommandContext } from './command-context.js'
import type { OptionSpec } from './option-spec.js'
import { type OptionName, OPTIONS, variableOf } from './options.js'

/** What the options of a command are. */
export type OptionValues<Name extends OptionName> = { readonly [name in Name]: (typeof OPTIONS)[name]['default'] }

/**
 * Gives a command options from the table, in this order, and where it says so with a default of its own.
 *
 * @returns reads their values once the command line has been parsed
 */
export function addOptions<Name extends OptionName>(
  command: Command,
  names: readonly Name[],
  defaults: Partial<OptionValues<Name>> = {},
): (context: CommandContext) => OptionValues<Name> {
  for (const name of names) command.addOption(createOption(name, OPTIONS[name], defaults))
  return (context) => {
    const values = names.map((name) => [name, valueOf(command, name, context)])
    return Object.fromEntries(values) as OptionValues<Name>
  }
}

function createOption(
  name: OptionName,
  spec: OptionSpec<unknown>,
  defaults: Readonly<Record<string, unknown>>,
): Option {
  const { flags, help, reader, choices, show } = spec
  const option = new Option(flags, help).env(variableOf(name))
  const value = defaults[name] ?? spec.default
  if (value != null && !option.isBoolean()) option.default(value, show?.(value))
  if (choices !== undefined) option.choices(choices)
  else if (reader !== undefined) option.argParser(reader())
  return option
}

/** In the environment, `0`, `false`, `no` and `off` turn a switch off, and anything else turns it on. */
function valueOf(command: Command, name: OptionName, { env }: CommandContext): unknown {
  const value: unknown = command.getOptionValue(name)
  const spec: OptionSpec<unknown> = OPTIONS[name]
  if (typeof spec.default !== 'boolean') return value
  if (command.getOptionValueSource(name) !== 'env') return value ?? spec.default
  return !/^(?:0|false|no|off)?$/i.test(env[variableOf(name)] ?? '')
}
