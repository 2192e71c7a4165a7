import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Terminal } from './terminal.js'

/** An option that may also come from the environment, as `ORDERS_MOCK_<variable>`; a value must not be empty. */
export function option(flags: string, description: string, variable: string): Option {
  const made = new Option(flags, description).env(`ORDERS_MOCK_${variable}`)
  return made.required ? made.argParser(readText) : made
}

function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Reads a port; 0 picks a free one. */
export function readPort(text: string): number {
  const port = readCount(0)(text)
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535; 0 picks a free one.')
  return port
}

/** Makes a reader of whole numbers within a range. */
export function readCount(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
    throw new InvalidArgumentError(`It must be a whole number${range}.`)
  }
}

/** Makes a reader that collects several values: repeated on the command line, or with commas between them. */
export function collectValues(): (text: string) => string[] {
  const values: string[] = []
  return (text) => {
    values.push(...text.split(',').map((value) => value.trim()))
    if (values.includes('')) throw new InvalidArgumentError('It must not be empty.')
    return [...values]
  }
}

/** Whether a flag is set; in the environment, `0`, `false`, `no`, `off` and nothing at all leave it unset. */
export function isSwitchedOn(command: Command, name: string, { env }: Pick<Terminal, 'env'>): boolean {
  if (command.getOptionValueSource(name) !== 'env') return command.getOptionValue(name) === true
  return !/^(?:0|false|no|off)?$/i.test(env[`ORDERS_MOCK_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`] ?? '')
}
