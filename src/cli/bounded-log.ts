import type { Writable } from 'node:stream'
import { counted } from '../node/index.js'

/** What may wait for a reader that is too slow, in characters. */
const MAX_WAITING = 2 ** 19

export const INDENT = ' '.repeat(9)

/**
 * A log with lines for each request. Lines that come at once are written at once, so that logging does not slow anything
 * down. The waiting lines are bounded; a line says how many requests were omitted.
 */
export class BoundedLog {
  #waiting = ''
  #unlogged = 0

  constructor(
    readonly stdout: Writable,
    readonly format: 'pretty' | 'json',
  ) {}

  /** @param requests how many requests the lines are about */
  add(show: () => string | undefined, requests = 1): void {
    if (this.#waiting.length + this.stdout.writableLength > MAX_WAITING) this.#unlogged += requests
    else {
      this.#sayUnlogged()
      this.#write(show())
    }
  }

  end(): void {
    this.#sayUnlogged()
    this.#flush()
  }

  #sayUnlogged(): void {
    const requests = this.#unlogged
    this.#unlogged = 0
    if (requests === 0) return
    const text = `${INDENT}${counted(requests, 'more request')}, not logged: the output was not read fast enough`
    this.#write(this.format === 'json' ? JSON.stringify({ event: 'unlogged', requests }) : text)
  }

  #write(lines: string | undefined): void {
    if (lines === undefined) return
    if (this.#waiting === '') setImmediate(() => this.#flush())
    this.#waiting += `${lines}\n`
  }

  #flush(): void {
    if (this.#waiting !== '') this.stdout.write(this.#waiting)
    this.#waiting = ''
  }
}
