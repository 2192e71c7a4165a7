import { type Command, Option } from 'commander'
import type { CommandContext } from './command-context.js'
import { showDuration } from './read-option.js'

/** An option; its type is that of its values. */
export type TypedOption<Value> = Option & {
  /** Carries the type of the values; it never has a value. */
  readonly value?: Value
}

type OptionTable = Readonly<Record<string, TypedOption<unknown>>>

export type OptionValues<Table extends OptionTable> = {
  readonly [name in keyof Table]: Table[name] extends TypedOption<infer Value> ? Value : never
}

/** An option with a value, and perhaps a default. One that collects values reads each with those before it. */
export function option<Value, Default = undefined>(
  flags: string,
  help: string,
  read: (text: string, before: Value | undefined) => Value,
  byDefault?: Default,
): TypedOption<Value | Default> {
  const made = withVariable(new Option(flags, help))
  if (byDefault !== undefined) made.default(byDefault, showDefault(flags, byDefault))
  return made.argParser<Value>((text, before) => read(text, (before as unknown) === byDefault ? undefined : before))
}

function showDefault(flags: string, value: unknown): string | undefined {
  if (typeof value === 'number' && flags.endsWith('<duration>')) return showDuration(value)
  return Array.isArray(value) ? value.join(', ') || 'none' : undefined
}

/** A switch: off by default, or on where it is written `--no-…`. */
export function flag(flags: string, help: string): TypedOption<boolean> {
  return withVariable(new Option(flags, help))
}

/** An option with one of several values; the first is the default. */
export function choice<Value extends string>(
  flags: string,
  help: string,
  choices: readonly [Value, ...Value[]],
): TypedOption<Value> {
  return withVariable(new Option(flags, help)).choices(choices).default(choices[0])
}

/** An option may also come from the environment: `--max-sandboxes` as `ORDERS_MOCK_MAX_SANDBOXES`. */
function withVariable(made: Option): Option {
  return made.env(`ORDERS_MOCK_${made.attributeName().replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`)
}

/**
 * Adds the options of a table to a command, in this order. The command line takes precedence over the environment.
 * @returns reads their values, by their names in the table, once the command line has been parsed
 */
export function addOptions<Table extends OptionTable>(
  command: Command,
  table: Table,
): (context: CommandContext) => OptionValues<Table> {
  const options = Object.entries(table)
  for (const [, each] of options) command.addOption(each)
  return ({ env }) =>
    Object.fromEntries(options.map(([name, each]) => [name, valueOf(command, each, env)])) as OptionValues<Table>
}

/** In the environment, `0`, `false`, `no` and `off` turn a switch off, and anything else turns it on. */
function valueOf(command: Command, made: Option, env: CommandContext['env']): unknown {
  const name = made.attributeName()
  const value: unknown = command.getOptionValue(name)
  if (!made.isBoolean()) return value
  if (command.getOptionValueSource(name) !== 'env') return value ?? made.negate
  return !/^(?:0|false|no|off)?$/i.test(env[made.envVar ?? ''] ?? '')
}
