/**
 * Lets requests that are sent in one go start in one go: none is written before the connections of all stand, so that
 * they meet at the provider as closely as they can.
 */
export class StartingLine {
  #waiting: Promise<void>[] = []

  /** @throws if the connection cannot be made */
  async wait(connected: Promise<void>): Promise<void> {
    const waiting = this.#waiting
    waiting.push(connected)
    // All that are sent in one go have joined before the next turn of the event loop.
    setImmediate(() => {
      if (this.#waiting === waiting) this.#waiting = []
    })
    await new Promise(setImmediate)
    await Promise.allSettled(waiting)
    await connected
  }
}
