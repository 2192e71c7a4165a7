import type { JournalEntry, MockEvent, OrdersMock } from '../core/index.js'
import type { CommandContext } from './command-context.js'
import { painter, printable, printableJson } from '../node/index.js'
import { BoundedLog, INDENT } from './bounded-log.js'

/** Shorter durations are omitted: they only show that this is a mock. */
const LEAST_SHOWN_MS = 20

/** Prints a line for each request. @returns a function that ends the log and writes what is left */
export function logRequests(mock: OrdersMock, format: 'pretty' | 'json', context: CommandContext): () => void {
  const log = new BoundedLog(context.stdout, format)
  const show = format === 'json' ? jsonLine : (event: MockEvent) => prettyLine(event, context)
  const unsubscribe = mock.subscribe((event) => log.add(() => show(event), event.type === 'request' ? 1 : 0))
  return () => {
    unsubscribe()
    log.end()
  }
}

function jsonLine(event: MockEvent): string | undefined {
  if (event.type === 'request')
    return printableJson(JSON.stringify({ event: 'request', sandbox: event.sandbox, ...event.entry }))
  if (event.type !== 'scenario') return undefined
  return printableJson(JSON.stringify({ event: event.type, ...event, type: undefined }))
}

function prettyLine(event: MockEvent, { colors }: CommandContext): string | undefined {
  if (event.type === 'scenario') return `${INDENT}reloaded the scenario "${event.scenario}" and reset its sandboxes`
  if (event.type !== 'request') return undefined
  const { at, method, path, status, reason, durationMs, violations = [] } = event.entry
  const sandbox = event.sandbox === 'main' ? '' : `  [${event.sandbox}]`
  const paint = painter({ colors })
  const time = at.slice(11, 19)
  const request = `${method.padEnd(6)} ${printable(path).padEnd(16)}`
  const shown = status === 0 ? '---' : String(status)
  const took = durationMs < LEAST_SHOWN_MS ? '' : `  (${durationMs.toFixed(0)} ms)`
  const text = printable(`${reason}${took}${sandbox}`)
  const line = `${paint('dim', time)} ${request} ${paint(styleOf(event.entry), shown)} ${text}`
  const broken = violations.map((each) => paint('red', `${INDENT}violates the contract: ${printable(each)}`))
  return [line, ...broken].join('\n')
}

function styleOf({ status, fault }: JournalEntry): 'green' | 'yellow' | 'red' | 'magenta' {
  if (fault !== undefined) return 'magenta'
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
