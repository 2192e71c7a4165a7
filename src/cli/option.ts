import { type Command, Option } from 'commander'
import type { CommandContext } from './command-context.js'
import { showDuration } from './read-option.js'

/** How an option is written, explained and read, whichever commands have it. */
export interface OptionSpec<Value> {
  readonly flags: string
  readonly help: string
  /** The value when none is given. */
  readonly default: Value
  /** Reads a text; one that collects values gets those before it. A switch has none. */
  read?(this: void, text: string, before: Value | undefined): Value
  readonly choices?: readonly string[]
}

type OptionTable = Readonly<Record<string, OptionSpec<unknown>>>

/** What the options of a command are. */
export type OptionValues<Table extends OptionTable> = { readonly [name in keyof Table]: Table[name]['default'] }

/** An option with a value, and perhaps a default. */
export function option<Value, Default = undefined>(
  flags: string,
  help: string,
  read: (text: string, before: Value | undefined) => Value,
  byDefault?: Default,
): OptionSpec<Value | Default> {
  const readNext: OptionSpec<Value | Default>['read'] = (text, before) => read(text, before as Value | undefined)
  return { flags, help, read: readNext, default: byDefault as Default }
}

/** A switch: off by default, or on where it is written `--no-…`. */
export function flag(flags: string, help: string): OptionSpec<boolean> {
  return { flags, help, default: flags.startsWith('--no-') }
}

/** An option with one of several words; the first is the default. */
export function choice<Value extends string>(
  flags: string,
  help: string,
  choices: readonly [Value, ...Value[]],
): OptionSpec<Value> {
  return { flags, help, default: choices[0], choices }
}

/**
 * Gives a command the options of a table, in this order. Each may also come from the environment, as
 * `ORDERS_MOCK_<NAME>`; the command line takes precedence.
 *
 * @returns reads their values once the command line has been parsed
 */
export function addOptions<Table extends OptionTable>(
  command: Command,
  table: Table,
): (context: CommandContext) => OptionValues<Table> {
  const entries = Object.entries(table)
  for (const [name, spec] of entries) command.addOption(createOption(name, spec))
  return ({ env }) =>
    Object.fromEntries(entries.map(([name, spec]) => [name, valueOf(command, name, spec, env)])) as OptionValues<Table>
}

function createOption(name: string, { flags, help, read, choices, default: byDefault }: OptionSpec<unknown>): Option {
  const made = new Option(flags, help).env(variableOf(name))
  if (byDefault !== undefined && !made.isBoolean()) made.default(byDefault, showDefault(flags, byDefault))
  if (choices !== undefined) return made.choices(choices)
  if (read === undefined) return made
  return made.argParser((text, before) => read(text, before === byDefault ? undefined : before))
}

function showDefault(flags: string, value: unknown): string | undefined {
  if (typeof value === 'number' && flags.endsWith('<duration>')) return showDuration(value)
  return Array.isArray(value) ? value.join(', ') : undefined
}

/** In the environment, `0`, `false`, `no` and `off` turn a switch off, and anything else turns it on. */
function valueOf(command: Command, name: string, spec: OptionSpec<unknown>, env: CommandContext['env']): unknown {
  const value: unknown = command.getOptionValue(name)
  if (typeof spec.default !== 'boolean') return value
  if (command.getOptionValueSource(name) !== 'env') return value ?? spec.default
  return !/^(?:0|false|no|off)?$/i.test(env[variableOf(name)] ?? '')
}

function variableOf(name: string): string {
  return `ORDERS_MOCK_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}
