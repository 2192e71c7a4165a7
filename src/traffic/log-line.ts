import { painter, printable, printableJson } from '../node/index.js'
import type { ProxyEvent } from './proxy-exchange.js'

const MAX_SHOWN = 5

/** An exchange for a person: one line, and some more for each of the first findings. */
export function prettyLine(event: ProxyEvent, { colors, at }: { colors: boolean; at: Date }): string {
  const { method, path, status, durationMs, violations, findings, remark } = event
  const paint = painter(colors)
  const columns = [
    paint('dim', at.toISOString().slice(11, 19)),
    printable(method).padEnd(7),
    printable(path).padEnd(32),
    paint(status === undefined || status >= 500 ? 'red' : 'reset', String(status ?? '---')),
    paint('dim', `${durationMs.toFixed(0)} ms`.padStart(8)),
    ...(remark === undefined ? [] : [printable(remark)]),
  ]
  const known = violations.length > 0 && findings.length === 0 ? [paint('red', '✗ as before')] : []
  const wrong = findings
    .slice(0, MAX_SHOWN)
    .flatMap(({ name, message, expected, clause, steps }) => [
      `  ${paint('red', `✗ ${printable(name)}`)}  ${printable(message)}`,
      paint('dim', `    expected ${printable(expected)}  (specification: ${clause})`),
      ...(steps.length > 1 ? steps.map((step) => paint('dim', `    ${printable(step)}`)) : []),
    ])
  if (findings.length > MAX_SHOWN) wrong.push(`  and ${findings.length - MAX_SHOWN} more`)
  return [[...columns, ...known].join('  ').trimEnd(), ...wrong].join('\n')
}

/** An exchange for a program: one line of JSON. */
export function jsonLine(event: ProxyEvent, { at }: { at: Date }): string {
  return printableJson(JSON.stringify({ event: 'exchange', at: at.toISOString(), ...event }))
}
