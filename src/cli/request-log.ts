import type { JournalEntry, MockEvent, OrdersMock } from '../core/index.js'
import type { CommandContext } from './command-context.js'
import { painter, printable } from '../node/index.js'

/** What may wait for a reader that is too slow, in characters. */
const MAX_WAITING = 2 ** 19

/**
 * Prints a line for each request. Lines that come at once are written at once, so that logging does not slow the mock
 * down. What waits for the reader is bounded; it is told how many requests it was not shown.
 *
 * @returns a function that ends the log and writes what is left
 */
export function logRequests(
  mock: OrdersMock,
  format: 'pretty' | 'json',
  { stdout, colors }: CommandContext,
): () => void {
  let waiting = ''
  let unlogged = 0
  let isRead = true
  const flush = (): void => {
    if (unlogged > 0) waiting += `${unloggedLine(unlogged, format)}\n`
    if (waiting !== '') isRead = stdout.write(waiting)
    waiting = ''
    unlogged = 0
  }
  const goOn = (): void => {
    isRead = true
    flush()
  }
  stdout.on('drain', goOn)
  const unsubscribe = mock.subscribe((event) => {
    if (unlogged > 0 || waiting.length > MAX_WAITING) {
      if (event.type === 'request') unlogged += 1
      return
    }
    const line = format === 'json' ? jsonLine(event) : prettyLine(event, colors)
    if (line === undefined) return
    if (waiting === '' && isRead) setImmediate(flush)
    waiting += `${line}\n`
  })
  return () => {
    unsubscribe()
    stdout.off('drain', goOn)
    flush()
  }
}

function unloggedLine(requests: number, format: 'pretty' | 'json'): string {
  if (format === 'json') return JSON.stringify({ event: 'unlogged', requests })
  return `          ${requests} more ${requests === 1 ? 'request' : 'requests'}, not logged because nobody read the log`
}

function jsonLine(event: MockEvent): string | undefined {
  if (event.type === 'scenario')
    return JSON.stringify({ event: 'scenario', scenario: event.scenario, change: event.change })
  return event.type === 'request'
    ? JSON.stringify({ event: 'request', sandbox: event.sandbox, ...event.entry })
    : undefined
}

function prettyLine(event: MockEvent, colors: boolean): string | undefined {
  if (event.type === 'scenario')
    return `          the scenario "${event.scenario}" was reloaded; its sandboxes start again`
  return event.type === 'request' ? requestLine(event, colors) : undefined
}

function requestLine({ sandbox, entry }: MockEvent & { type: 'request' }, colors: boolean): string {
  const paint = painter(colors)
  const columns = [
    paint('dim', entry.at.slice(11, 19)),
    entry.method.padEnd(7),
    printable(entry.path).padEnd(24),
    paint(styleOf(entry), entry.status === 0 ? '---' : String(entry.status)),
    paint('dim', `${showDuration(entry.durationMs)} ms`.padStart(9)),
    printable(entry.reason),
    paint('dim', `[${printable(sandbox)}]`),
  ]
  const violations = (entry.violations ?? []).map(
    (violation) => `\n          ${paint('red', `breaks the contract: ${printable(violation)}`)}`,
  )
  return columns.join('  ') + violations.join('')
}

function styleOf({ status, fault }: JournalEntry): 'green' | 'yellow' | 'red' | 'magenta' {
  if (fault !== undefined) return 'magenta'
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}

function showDuration(durationMs: number): string {
  return durationMs < 100 ? durationMs.toFixed(2) : durationMs.toFixed(0)
}
