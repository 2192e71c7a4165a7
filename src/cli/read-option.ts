import { InvalidArgumentError } from 'commander'
import { isObject, type Json, parseJson } from '../spec/index.js'

export function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Creates a reader of whole numbers, negative ones too unless a minimum is given. */
export function readInteger(least = -Infinity, most = Infinity): (text: string) => number {
  const range = `${least === -Infinity ? '' : `, ${least} or more`}${most === Infinity ? '' : `, ${most} at most`}`
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number${range}.`)
  }
}

/** Reads digits as a seed, and anything else as the name of a file. */
export function readSeedOrFile(text: string): number | string {
  return /^\d+$/.test(text) ? readInteger(0, Number.MAX_SAFE_INTEGER)(text) : readText(text)
}

/** Reads how often something may happen per second: a number above 0. */
export function readRate(text: string): number {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text.trim()) && value > 0) return value
  throw new InvalidArgumentError('It must be a number greater than 0, such as 20 or 0.5, without an exponent.')
}

export function readObjects(text: string): readonly Json[] {
  try {
    const json = parseJson(text)
    if (Array.isArray(json) && json.length > 0 && json.every(isObject)) return json
  } catch {
    // Rejected below, like any other text.
  }
  throw new InvalidArgumentError('It must be a JSON array of objects, such as [{"mainBranch":true}].')
}

export function collectHeaders(text: string, before: Readonly<Record<string, string>> = {}): typeof before {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return { ...before, [name]: value }
  throw new InvalidArgumentError("Not a valid header. Use the form 'Name: value'.")
}

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A timer of more than 25 days does not wait at all. */
const DAY_MS = 24 * UNITS_MS.h

/** Creates a reader of durations, in milliseconds; a number without a unit has the usual unit. */
export function readDuration(usualUnit: 'ms' | 's', leastMs = 0, mostMs = DAY_MS): (text: string) => number {
  return (text) => {
    const [, digits, unit = usualUnit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? []
    const durationMs = Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]
    if (durationMs >= leastMs && durationMs <= mostMs) return durationMs
    const range = `from ${showDuration(leastMs)} to ${showDuration(mostMs)}`
    throw new InvalidArgumentError(`It must be a duration such as 500ms, 30s or 1m, ${range}.`)
  }
}

/** Writes a duration with its unit, as in an option: `500ms`, `30s`, `10m`. */
export function showDuration(durationMs: number): string {
  const units = Object.entries(UNITS_MS).toReversed()
  const [unit, unitMs] = units.find(([, each]) => durationMs >= each && durationMs % each === 0) ?? ['ms', 1]
  return `${durationMs / unitMs}${unit}`
}

/** Reads one of the values of an option that is repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, readText(text)]
}

/** Reads one or several comma-separated values of an option that may be repeated. */
export function collectList(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((value) => readText(value.trim()))]
}
