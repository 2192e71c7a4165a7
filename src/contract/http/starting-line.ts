import { setTimeout as pause } from 'node:timers/promises'

// A provider may accept one connection in each turn of its event loop: all must be accepted before anything is written.
const SETTLE_MS = 5

// A server that serves one connection after the other lets only so many wait: of more, each must be asked for again.
const MIN_LATE_MS = 50
const SPREAD = 3

/**
 * Makes requests that are sent together start together: none is written before the connections of all are made, and
 * then all are written at once, so that they reach the provider as close to each other as possible.
 */
export class StartingLine {
  #connecting: Promise<void>[] = []
  #starts: (() => void)[] = []

  /**
   * @param connected the new connection that the request needs, if it needs one
   */
  async line(connected?: Promise<void>): Promise<void> {
    const connecting = this.#connecting
    if (connected !== undefined) connecting.push(connected)
    // All that are sent together have joined before the next turn of the event loop.
    await nextTurn()
    if (this.#connecting === connecting) this.#connecting = []
    await Promise.race([Promise.allSettled(connecting), lateOnes(connecting)])
    if (connecting.length > 1) await pause(SETTLE_MS)
  }

  /** Has the request written by `start`, together with the others of its line. */
  go(start: () => void): void {
    this.#starts.push(start)
    if (this.#starts.length > 1) return
    setImmediate(() => {
      for (const each of this.#starts.splice(0)) each()
    })
  }
}

/** Settled when those that are not connected by now are unlikely to be before the others have been served. */
async function lateOnes(connecting: readonly Promise<void>[]): Promise<void> {
  const startedMs = performance.now()
  await Promise.race(connecting.map((connected) => connected.catch(() => {})))
  await pause(MIN_LATE_MS + SPREAD * (performance.now() - startedMs))
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
