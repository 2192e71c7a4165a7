import type { ChangeLog, OrdersMock, SandboxState } from '../../core/index.js'
import { restoreSandboxes } from './restore-sandboxes.js'
import { SandboxDatabase } from './sandbox-database.js'
import type { Mark, StoreTransaction } from './store-transaction.js'
import { encodeSandbox, type StoredSandbox } from './stored-sandbox.js'

/** A browser may never answer, such as one that is short of memory or waits for a tab that hangs. */
const PATIENCE_MS = 2000

/** Which store, and what it begins with. */
export interface SharedSandboxesOptions {
  /** Mocks that give the same name share their sandboxes. */
  readonly name: string
  /** The scenario that the mock was started with; a store that another one has begun starts anew. */
  readonly scenario: string
}

/**
 * The sandboxes of a mock, without their journals, in IndexedDB, where the other tabs of the origin share them: with the
 * first run the mock becomes what is stored; from then on each run is one transaction of the store. A store that cannot be
 * used is told of in the console, once, and done without.
 */
export class SharedSandboxes implements ChangeLog {
  readonly #mock: OrdersMock
  readonly #name: string
  readonly #database: SandboxDatabase<StoredSandbox>
  /** What is not yet stored: what a sandbox has become, or that it is gone. */
  readonly #changes = new Map<string, SandboxState | undefined>()
  /** How far this mock has followed the store. */
  #mark: Mark
  #end: (() => void) | undefined
  #isRestoring = false
  #isOver = false
  #channel: BroadcastChannel | undefined

  constructor(mock: OrdersMock, { name, scenario }: SharedSandboxesOptions) {
    this.#mock = mock
    this.#name = name
    this.#database = new SandboxDatabase(name)
    this.#mark = { revision: 0, scenario }
  }

  /** Does something between what other tabs have changed and what they will; resolves when it is stored. */
  async run<Result>(act: () => Result): Promise<Result> {
    const transaction = await this.#catchUp()
    // Nothing is awaited from here to the writing: a transaction ends as soon as nothing is asked of it.
    const result = act()
    if (transaction !== undefined && this.#changes.size > 0) await this.#store(transaction)
    return result
  }

  write(state: SandboxState): void {
    this.#note(state.name, state)
  }

  remove(name: string): void {
    this.#note(name, undefined)
  }

  /** What is done to the mock itself, rather than in a run, is stored as soon as may be. */
  #note(name: string, state: SandboxState | undefined): void {
    if (this.#isRestoring) return
    if (this.#changes.size === 0) queueMicrotask(() => this.#changes.size > 0 && void this.run(() => undefined))
    this.#changes.set(name, state)
  }

  async #catchUp(): Promise<StoreTransaction<StoredSandbox> | undefined> {
    if (this.#isOver) return undefined
    try {
      return await inTime(this.#beginRun())
    } catch (error) {
      this.#giveUp(error)
      return undefined
    }
  }

  async #beginRun(): Promise<StoreTransaction<StoredSandbox>> {
    const transaction = await this.#database.begin()
    await this.#follow(transaction)
    return transaction
  }

  async #follow(transaction: StoreTransaction<StoredSandbox>): Promise<void> {
    if (transaction.isFirst) this.#mark = { ...this.#mark, revision: 0 }
    const isNew = this.#end === undefined
    const mark = await transaction.readMark()
    this.#checkNotOver()
    const isAnothers = isNew && mark !== undefined && mark.scenario !== this.#mark.scenario
    if (isAnothers) transaction.clear()
    if (mark === undefined || isAnothers) {
      this.#mark = { ...this.#mark, revision: mark?.revision ?? 0 }
      for (const sandbox of this.#mock.sandboxes) this.#changes.set(sandbox.name, sandbox.toState())
    } else if (mark.revision !== this.#mark.revision) {
      const stored = await transaction.readSince(this.#mark.revision)
      this.#checkNotOver()
      this.#mark = mark
      this.#isRestoring = true
      restoreSandboxes(this.#mock, stored, { changes: this.#changes, isNew, scenario: mark.scenario })
      this.#isRestoring = false
    }
    if (isNew) this.#begin()
  }

  /** What comes too late must not change a mock that goes on alone. */
  #checkNotOver(): void {
    if (this.#isOver) throw new Error('the store is not used any more')
  }

  #begin(): void {
    this.#end = this.#mock.persistTo(this)
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', () => void this.run(() => undefined))
  }

  async #store(transaction: StoreTransaction<StoredSandbox>): Promise<void> {
    const changes = [...this.#changes].map(([name, state]) => [name, state && encodeSandbox(state)] as const)
    this.#changes.clear()
    this.#mark = { ...this.#mark, revision: this.#mark.revision + 1 }
    try {
      await inTime(transaction.write(changes, this.#mark))
      this.#channel?.postMessage(this.#mark.revision)
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #giveUp(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#end?.()
    this.#channel?.close()
    void this.#database.close()
    console.warn(`orders-mock: nothing more is persisted, and this mock goes on alone, in memory: ${String(error)}`)
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`IndexedDB did not answer within ${PATIENCE_MS / 1000} s`)
    timer = setTimeout(() => reject(error), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
