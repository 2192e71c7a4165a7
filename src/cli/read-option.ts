import { InvalidArgumentError } from 'commander'
import { type Json, parseJson } from '../spec/index.js'

/** Reads a text that must not be empty. */
export function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Reads a port; 0 picks a free one. */
export function readPort(text: string): number {
  const port = readCount(0)(text)
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535; 0 picks a free one.')
  return port
}

/** Makes a reader of whole numbers that are not too small. */
export function readCount(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`)
  }
}

/** Reads a whole number, negative ones too. */
export function readInteger(text: string): number {
  const value = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new InvalidArgumentError('It must be a whole number.')
}

/** Reads how often something may happen per second: a number above 0. */
export function readRate(text: string): number {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text.trim()) && value > 0) return value
  throw new InvalidArgumentError('It must be a number above 0 in plain digits, such as 20 or 0.5.')
}

/** Reads a JSON array of objects. */
export function readObjects(text: string): Json[] {
  const json = parsed(text)
  if (Array.isArray(json) && json.length > 0 && json.every((each) => typeof each === 'object' && each !== null)) {
    return json
  }
  throw new InvalidArgumentError('It must be a JSON array of objects, such as [{"mainBranch":true}].')
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const UNITS_MS = { ms: 1, s: 1000, m: 60_000 } as const

/** Makes a reader of durations, in milliseconds; a number without a unit is one of the usual unit. */
export function readDuration(usualUnit: 'ms' | 's', { leastMs = 0, mostMs = Infinity } = {}): (text: string) => number {
  return (text) => {
    const [, digits, unit = usualUnit] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? []
    const durationMs = Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]
    if (durationMs >= leastMs && durationMs <= mostMs) return durationMs
    const limits = [
      leastMs > 0 ? `, ${showDuration(leastMs)} or more` : '',
      mostMs < Infinity ? `, ${showDuration(mostMs)} at most` : '',
    ]
    throw new InvalidArgumentError(`It must be a duration such as 500ms, 30s or 1m${limits.join('')}.`)
  }
}

/** Writes a duration with its unit, as it may be given: `500ms`, `30s`, `10m`. */
export function showDuration(durationMs: number): string {
  const units = Object.entries(UNITS_MS).toReversed()
  const [unit, unitMs] = units.find(([, each]) => durationMs >= each && durationMs % each === 0) ?? ['ms', 1]
  return `${durationMs / unitMs}${unit}`
}

/** Makes a reader that collects the values of an option that is repeated. */
export function collect(): (text: string) => string[] {
  const values: string[] = []
  return (text) => {
    values.push(readText(text))
    return [...values]
  }
}

/** Makes a reader that collects values, repeated or with commas between them. */
export function collectList(): (text: string) => string[] {
  const add = collect()
  return (text) => text.split(',').reduce<string[]>((_, value) => add(value.trim()), [])
}
