import type { JournalEntry, MockEvent, OrdersMock } from '../core/index.js'
import type { CommandContext } from './command-context.js'
import { painter, printable } from '../node/index.js'

/** What may wait for a reader that is too slow, in characters. */
const MAX_WAITING = 2 ** 19

/** Where the lines begin that say more about the one above. */
const INDENT = ' '.repeat(9)

/** A duration that says nothing but that this is a mock is left out. */
const LEAST_SHOWN_MS = 20

/**
 * Prints a line for each request. Lines that come at once are written at once, so that logging does not slow the mock
 * down. What waits for the reader is bounded; it is told how many requests it was not shown.
 *
 * @returns a function that ends the log and writes what is left
 */
export function logRequests(mock: OrdersMock, format: 'pretty' | 'json', context: CommandContext): () => void {
  const { stdout } = context
  const show = format === 'json' ? jsonLine : createPrettyLine(mock, context)
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
    const line = show(event)
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
  return `${INDENT}${requests} more ${requests === 1 ? 'request' : 'requests'}, not logged because nobody read the log`
}

function jsonLine(event: MockEvent): string | undefined {
  if (event.type === 'scenario')
    return JSON.stringify({ event: 'scenario', scenario: event.scenario, change: event.change })
  return event.type === 'request'
    ? JSON.stringify({ event: 'request', sandbox: event.sandbox, ...event.entry })
    : undefined
}

/** The name of the sandbox is left out as long as there is only one. */
function createPrettyLine(mock: OrdersMock, context: CommandContext): (event: MockEvent) => string | undefined {
  let isAlone = mock.sandboxes.length === 1
  return (event) => {
    if (event.type === 'scenario')
      return fill(INDENT, `the scenario "${event.scenario}" was reloaded; its sandboxes start again`, context)
    isAlone &&= event.sandbox === 'main'
    return event.type === 'request'
      ? requestLine(event.entry, isAlone ? '' : `  [${event.sandbox}]`, context)
      : undefined
  }
}

function requestLine(entry: JournalEntry, sandbox: string, context: CommandContext): string {
  const { columns = 80, colors } = context
  const paint = painter(colors)
  const time = entry.at.slice(11, 19)
  const path = shorten(printable(entry.path), columns / 2)
  const status = entry.status === 0 ? '---' : String(entry.status)
  const what = `${entry.method.padEnd(6)} ${path.padEnd(16)}`
  const durationMs = entry.durationMs < LEAST_SHOWN_MS ? '' : `  (${entry.durationMs.toFixed(0)} ms)`
  const lines = fill(`${time} ${what} ${status} `, printable(`${entry.reason}${durationMs}${sandbox}`), context)
  const start = `${paint('dim', time)} ${what} ${paint(styleOf(entry), status)}`
  const painted = start + lines.slice(`${time} ${what} ${status}`.length)
  const violations = (entry.violations ?? []).map((violation) =>
    paint('red', fill(INDENT, `breaks the contract: ${printable(violation)}`, context)),
  )
  return [painted, ...violations].join('\n')
}

function shorten(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`
}

/** Puts words behind what a line begins with, and goes on below where the terminal ends. */
function fill(start: string, text: string, { columns = 80 }: CommandContext): string {
  const lines = [start.trimEnd()]
  let used = start.length - 1
  for (const word of text.split(' ')) {
    const isFull = used + 1 + word.length > columns && used >= INDENT.length
    if (isFull) lines.push(INDENT.slice(1))
    lines[lines.length - 1] += ` ${word}`
    used = (isFull ? INDENT.length - 1 : used) + 1 + word.length
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}

function styleOf({ status, fault }: JournalEntry): 'green' | 'yellow' | 'red' | 'magenta' {
  if (fault !== undefined) return 'magenta'
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
