import { setTimeout as pause } from 'node:timers/promises'

// A provider may take up one connection in each turn of its loop: all must be taken up before anything is written.
const SETTLE_MS = 5

/**
 * Lets requests that are sent in one go start in one go: none is written before the connections of all stand, and then
 * all are written at once, so that they meet at the provider as closely as they can.
 */
export class StartingLine {
  #connecting: Promise<void>[] = []
  #starts: (() => void)[] = []

  /** @throws if the connection cannot be made */
  async line(connected: Promise<void> = Promise.resolve()): Promise<void> {
    const connecting = this.#connecting
    connecting.push(connected)
    // All that are sent in one go have joined before the next turn of the event loop.
    await nextTurn()
    if (this.#connecting === connecting) this.#connecting = []
    await Promise.allSettled(connecting)
    await connected
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
