import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

// A provider may accept one connection in each turn of its event loop: all must be accepted before anything is written.
const SETTLE_MS = 5

// A server that serves one connection after the other lets only so many wait: the others are not made before these have
// been served.
const LATE_MS = 1_000

/**
 * Makes requests that are sent together start together: none is written before the connections of all are made, and
 * then all are written at once, so that they reach the provider as close to each other as possible.
 */
export class StartingLine {
  #start: Promise<void> | undefined
  #connecting: Promise<void>[] = []

  /**
   * @param connected settled once the connection of the request is made
   * @returns settled in the same moment for all that have joined within a turn of the event loop
   */
  join(connected: Promise<void>): Promise<void> {
    this.#connecting.push(connected)
    this.#start ??= this.#startTogether()
    return this.#start
  }

  async #startTogether(): Promise<void> {
    await nextTurn()
    const connecting = this.#connecting
    this.#connecting = []
    this.#start = undefined
    await Promise.race([Promise.all(connecting), pause(LATE_MS, undefined, { ref: false })])
    if (connecting.length > 1) await pause(SETTLE_MS)
  }
}
