import { painter, printable, printableJson } from '../node/index.js'
import type { ProxyEvent } from './proxy-event.js'

const MAX_SHOWN = 5

/** An exchange for a person: one line, and two more for each of its first violations. */
export function prettyLine(event: ProxyEvent, { colors, at }: { colors: boolean; at: Date }): string {
  const { method, path, status, durationMs, violations, remark } = event
  const paint = painter(colors)
  const columns = [
    paint('dim', at.toISOString().slice(11, 19)),
    printable(method).padEnd(7),
    printable(path).padEnd(32),
    paint(status === undefined || status >= 500 ? 'red' : 'reset', String(status ?? '---')),
    paint('dim', `${durationMs.toFixed(0)} ms`.padStart(8)),
    ...(remark === undefined ? [] : [printable(remark)]),
  ]
  const wrong = violations
    .slice(0, MAX_SHOWN)
    .flatMap(({ rule, message, expected, clause }) => [
      `  ${paint('red', `✗ ${rule}`)}  ${printable(message)}`,
      paint('dim', `    expected ${printable(expected)}  (specification: ${clause})`),
    ])
  if (violations.length > MAX_SHOWN) wrong.push(`  and ${violations.length - MAX_SHOWN} more`)
  return [columns.join('  ').trimEnd(), ...wrong].join('\n')
}

/** An exchange for a program: one line of JSON. */
export function jsonLine(event: ProxyEvent, { at }: { at: Date }): string {
  return printableJson(JSON.stringify({ event: 'exchange', at: at.toISOString(), ...event }))
}
