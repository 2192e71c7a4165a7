import type { Writable } from 'node:stream'
import { printableLines } from '../node/index.js'

/** What a command may use of the process that it runs in. */
export interface CommandContext {
  readonly stdin?: NodeJS.ReadableStream
  readonly stdout: Writable
  readonly stderr: NodeJS.WritableStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly colors: boolean
  /** Aborted when the command should end: SIGINT, SIGTERM or SIGHUP. */
  readonly stop: AbortSignal
}

export function say({ stderr }: Pick<CommandContext, 'stderr'>, message: string): void {
  stderr.write(`orders-mock: ${printableLines(message)}\n`)
}

/** A second signal within this time belongs to the same request to stop: npm and `timeout` pass signals on as well. */
const SAME_REQUEST_MS = 500

interface SignalledProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown
  exit(code: number): void
}

/**
 * Stops the work on SIGINT, SIGTERM and SIGHUP, which comes when the terminal is closed; a second request, because this
 * takes too long, ends the process.
 */
export function stopOnSignals(process: SignalledProcess, stop: AbortController): void {
  let stoppedMs = Infinity
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.on(signal, () => {
      stop.abort(signal)
      if (performance.now() - stoppedMs > SAME_REQUEST_MS) process.exit(128 + number)
      stoppedMs = Math.min(stoppedMs, performance.now())
    })
  }
}
