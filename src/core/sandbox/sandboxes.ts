import type { EventFeed } from './events.js'
import type { Sandbox } from './sandbox.js'

/** The sandboxes of a mock: `main`, which stays, and a bounded number of others, of which the least recently used goes first. */
export class Sandboxes {
  /** From the least to the most recently used; `main` is not among them. */
  readonly #others = new Map<string, Sandbox>()
  readonly #main: Sandbox
  readonly #feed: EventFeed
  readonly #max: number
  #evicted = 0

  /** @param max how many sandboxes there may be at once, `main` included */
  constructor(main: Sandbox, feed: EventFeed, max: number) {
    this.#main = main
    this.#feed = feed
    this.#max = max
  }

  /** How many sandboxes had to go to make room. */
  get evicted(): number {
    return this.#evicted
  }

  get size(): number {
    return this.#others.size + 1
  }

  get main(): Sandbox {
    return this.#main
  }

  /** The sandbox, which counts as used now. */
  use(name: string): Sandbox | undefined {
    if (name === 'main') return this.#main
    const sandbox = this.#others.get(name)
    if (sandbox === undefined) return undefined
    this.#others.delete(name)
    this.#others.set(name, sandbox)
    return sandbox
  }

  has(name: string): boolean {
    return name === 'main' || this.#others.has(name)
  }

  add(sandbox: Sandbox): Sandbox {
    while (this.size >= this.#max && this.#others.size > 0) this.#evictOne()
    this.#feed.keep(() => ({ kind: 'sandbox', record: sandbox.toRecord() }))
    this.#others.set(sandbox.name, sandbox)
    this.#feed.emit({ type: 'sandbox', sandbox: sandbox.name, change: 'created' })
    return sandbox
  }

  delete(name: string): boolean {
    if (!this.#others.has(name)) return false
    this.#feed.keep(() => ({ kind: 'end', sandbox: name }))
    this.#others.delete(name)
    this.#feed.emit({ type: 'sandbox', sandbox: name, change: 'deleted' })
    return true
  }

  /** All of them, `main` first, then from the least to the most recently used. */
  *[Symbol.iterator](): Generator<Sandbox> {
    yield this.#main
    yield* this.#others.values()
  }

  #evictOne(): void {
    for (const name of this.#others.keys()) {
      this.#feed.keep(() => ({ kind: 'end', sandbox: name }))
      this.#others.delete(name)
      this.#evicted += 1
      this.#feed.emit({ type: 'sandbox', sandbox: name, change: 'evicted' })
      return
    }
  }
}
