import { stringifyJson } from '../../spec/index.js'
import { shortened } from '../describe-response.js'
import type { Finding } from './rule.js'

/** One thing that is wrong with a body, and where. */
export interface Fault {
  /** The way to it; elements of lists by their numbers. */
  readonly path: readonly (string | number)[]
  /** What is wrong there, as in `is "7", not an integer`. */
  readonly is: string
  readonly expected: string
}

/** One finding for each member and what is expected there: a fault that a thousand orders share is one fault. */
export function findingsOf(faults: Iterable<Fault>): Finding[] {
  const shared = new Map<string, { first: Fault; count: number }>()
  for (const fault of faults) {
    const members = fault.path.map((step) => (typeof step === 'number' ? '#' : step))
    const key = JSON.stringify([members, fault.expected])
    const same = shared.get(key)
    if (same === undefined) shared.set(key, { first: fault, count: 1 })
    else same.count += 1
  }
  return [...shared.values()].map(({ first: { path, is, expected }, count }) => {
    const subject = path.length === 0 ? 'The body' : told(path)
    const extent = count === 1 ? '' : ` ${count} elements share this fault.`
    return { message: `${subject} ${is}.${extent}`, expected }
  })
}

/** A value of JSON in a line. */
export function shown(value: unknown): string {
  return value === undefined ? 'missing' : shortened(typeof value === 'number' ? `${value}` : stringifyJson(value), 60)
}

function told(path: Fault['path']): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
