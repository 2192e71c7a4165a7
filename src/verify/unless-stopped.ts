import { ToolError } from '../input/index.js'

/** The run was stopped before its end. */
export class StoppedError extends ToolError {
  override readonly name = 'StoppedError'

  /** @param reason of the signal: the name of a process signal, or what has crashed */
  constructor(reason: unknown) {
    const told = typeof reason === 'string' ? ` by ${reason}` : crashIn(reason)
    super(`The run was stopped before its end${told}.`, 3)
  }
}

/**
 * Waits for something, but no longer than until the signal is aborted; what is left behind goes on unheeded.
 *
 * @throws {StoppedError} once the signal is aborted
 */
export async function unlessStopped<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  throwIfStopped(signal)
  // A promise that never settles leaves Node nothing to wait for, and it would end without a word.
  const keptAlive = setInterval(() => {}, 2 ** 30)
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new StoppedError(signal.reason)), { once: true })
  })
  try {
    return await Promise.race([stopped, act()])
  } finally {
    clearInterval(keptAlive)
  }
}

/** @throws {StoppedError} if the signal is aborted */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new StoppedError(signal.reason)
}

function crashIn(reason: unknown): string {
  const isOwn = reason instanceof Error && reason.name !== 'AbortError'
  return isOwn ? `, because something crashed: ${reason.message}` : ''
}
