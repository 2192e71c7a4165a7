import type { Writable } from 'node:stream'

/** What a command may use of the process that it runs in. */
export interface CommandContext {
  /** Where a command reads from, if it does. */
  readonly stdin?: NodeJS.ReadableStream
  readonly stdout: Writable
  readonly stderr: NodeJS.WritableStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether stdout shows colours. */
  readonly colors: boolean
  /** How wide stdout is, if it is a terminal. */
  readonly columns?: number | undefined
  /** Aborted when the command should end: SIGINT, SIGTERM or SIGHUP. */
  readonly stop: AbortSignal
}

/** Resolves when the command should end. */
export function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
