import type { JournalEntry, MockEvent, OrdersMock } from '../core/index.js'
import type { CommandContext } from './command-context.js'
import { counted, painter, printable, printableJson } from '../node/index.js'

/** What may wait for a reader that is too slow, in characters. */
export const MAX_WAITING = 2 ** 19

/** Begins a line that says more about the one above. */
const INDENT = ' '.repeat(9)

/** Shorter durations are omitted: they only show that this is a mock. */
const LEAST_SHOWN_MS = 20

/**
 * Prints a line for each request. Lines that come at once are written at once, so that logging does not slow the mock
 * down. The waiting lines are bounded; a line says how many requests were omitted.
 * @returns a function that ends the log and writes what is left
 */
export function logRequests(mock: OrdersMock, format: 'pretty' | 'json', context: CommandContext): () => void {
  const { stdout } = context
  const show = format === 'json' ? jsonLine : createPrettyLine(mock, context)
  let waiting = ''
  let unlogged = 0
  const flush = (): void => {
    if (waiting !== '') stdout.write(waiting)
    waiting = ''
  }
  const add = (line: string | undefined): void => {
    if (line === undefined) return
    if (waiting === '') setImmediate(flush)
    waiting += `${line}\n`
  }
  const addUnlogged = (): void => {
    if (unlogged > 0) add(show({ type: 'unlogged', requests: unlogged }))
    unlogged = 0
  }
  const unsubscribe = mock.subscribe((event) => {
    if (waiting.length + stdout.writableLength > MAX_WAITING) {
      if (event.type === 'request') unlogged += 1
      return
    }
    addUnlogged()
    add(show(event))
  })
  return () => {
    unsubscribe()
    addUnlogged()
    flush()
  }
}

type LogEvent = MockEvent | { readonly type: 'unlogged'; readonly requests: number }

function jsonLine(event: LogEvent): string | undefined {
  if (event.type === 'request')
    return printableJson(JSON.stringify({ event: 'request', sandbox: event.sandbox, ...event.entry }))
  if (event.type !== 'scenario' && event.type !== 'unlogged') return undefined
  return printableJson(JSON.stringify({ event: event.type, ...event, type: undefined }))
}

/** The name of the sandbox is omitted while there is only one. */
function createPrettyLine(mock: OrdersMock, context: CommandContext): (event: LogEvent) => string | undefined {
  let isAlone = mock.sandboxes.length === 1
  return (event) => {
    if (event.type === 'unlogged') return unloggedLine(event.requests)
    if (event.type === 'scenario') return `${INDENT}reloaded the scenario "${event.scenario}" and reset its sandboxes`
    isAlone &&= event.sandbox === 'main'
    if (event.type !== 'request') return undefined
    return requestLine(event.entry, isAlone ? '' : `  [${event.sandbox}]`, context)
  }
}

/** Says how many requests are not in the log. */
export function unloggedLine(requests: number): string {
  return `${INDENT}${counted(requests, 'more request')}, not logged: the output was not read fast enough`
}

function requestLine(entry: JournalEntry, sandbox: string, { colors, columns = Infinity }: CommandContext): string {
  const { at, method, path, status, reason, durationMs, violations = [] } = entry
  const paint = painter({ colors })
  const time = at.slice(11, 19)
  const request = `${method.padEnd(6)} ${printable(path).padEnd(16)}`
  const shown = status === 0 ? '---' : String(status)
  const took = durationMs < LEAST_SHOWN_MS ? '' : `  (${durationMs.toFixed(0)} ms)`
  const text = printable(`${reason}${took}${sandbox}`)
  const line = `${paint('dim', time)} ${request} ${paint(styleOf(entry), shown)}`
  const column = `${time} ${request} ${shown}`.length
  const broken = violations.map((each) => paint('red', `${INDENT}violates the contract: ${printable(each)}`))
  return [line + brokenAt(columns, column, text), ...broken].join('\n')
}

/** Breaks a text that follows other columns into lines, so that it fits the terminal. */
function brokenAt(columns: number, before: number, text: string): string {
  let column = before
  const words = text.split(' ').map((word) => {
    column += 1 + word.length
    if (column <= columns) return ` ${word}`
    column = INDENT.length + word.length
    return `\n${INDENT}${word}`
  })
  return words.join('')
}

function styleOf({ status, fault }: JournalEntry): 'green' | 'yellow' | 'red' | 'magenta' {
  if (fault !== undefined) return 'magenta'
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
