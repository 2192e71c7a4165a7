import { collect, readDuration, readText, showDuration } from './read-option.js'

/** How an option is written, explained and read, whichever commands have it. */
export interface OptionSpec<Value> {
  readonly flags: string
  readonly help: string
  /** The value when none is given. A switch is off. */
  readonly default: Value
  /** Makes the reader of a command; one that collects values remembers them. Default: {@link readText}. */
  readonly reader?: () => (text: string) => NonNullable<Value>
  readonly choices?: readonly string[]
  /** Writes the default for the help. */
  show?(this: void, value: NonNullable<Value>): string
}

/** An option with a text, and a default. */
export function text(flags: string, help: string, byDefault: string): OptionSpec<string> {
  return { flags, help, default: byDefault, reader: () => readText }
}

/** An option with a text, or none. */
export function optionalText(flags: string, help: string): OptionSpec<string | undefined> {
  return { flags, help, default: undefined, reader: () => readText }
}

/** An option with a text that may be repeated. */
export function repeatable(flags: string, help: string): OptionSpec<readonly string[] | undefined> {
  return { flags, help, default: undefined, reader: collect }
}

/** A switch, which is off by default. */
export function flag(flags: string, help: string): OptionSpec<boolean> {
  return { flags, help, default: false }
}

/** An option with one of several words; the first is the default. */
export function choice<Value extends string>(
  flags: string,
  help: string,
  choices: readonly [Value, ...Value[]],
): OptionSpec<Value> {
  return { flags, help, default: choices[0], choices }
}

/** A day; timers end at 25 days and then do not wait at all. */
export const MAX_TIMEOUT_MS = 86_400_000

/** How long something may take at most, in milliseconds. */
export function limit(flags: string, help: string, defaultMs: number): OptionSpec<number> {
  return { flags, help, default: defaultMs, reader: readLimit, show: showDuration }
}

const readLimit = () => readDuration('ms', { leastMs: 1, mostMs: MAX_TIMEOUT_MS })
