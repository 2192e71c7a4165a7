import { styleText } from 'node:util'
import type { ProxyEvent } from './proxy-event.js'

type Style = Parameters<typeof styleText>[0]

const MAX_SHOWN = 5

/** An exchange for a person: one line, and two more for each of its first violations. */
export function prettyLine(event: ProxyEvent, { colors, at }: { colors: boolean; at: Date }): string {
  const { method, path, status, durationMs, violations, remark } = event
  const paint = (style: Style, text: string): string => (colors ? styleText(style, text) : text)
  const columns = [
    paint('dim', at.toISOString().slice(11, 19)),
    printable(method).padEnd(7),
    printable(path).padEnd(32),
    paint(status >= 500 || status === 0 ? 'red' : 'reset', status === 0 ? '---' : String(status)),
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
  return JSON.stringify({ event: 'exchange', at: at.toISOString(), ...event })
}

/** What others sent must not steer the terminal. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
}
