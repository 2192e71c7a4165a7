import type { ChangeLog, OrdersMock, SandboxState } from '../../core/index.js'
import { beginTransaction, completionOf, inTime, openDatabase, resultOf } from './database.js'

/** The record with the revision of the store; no sandbox has its name. */
interface StoreProgress {
  readonly name: ''
  /** Counts the changes of the store. */
  readonly revision: number
  /** The scenario of the mock that created the store; a mock with a different one starts it over. */
  readonly scenario: string
}

interface StoredSandbox extends SandboxState {
  /** The revision of the store that added it. */
  readonly revision: number
}

/**
 * The sandboxes of a mock, without their journals, in IndexedDB, where the other tabs of the origin share them: with the
 * first run the mock becomes what is stored; from then on each run is one transaction of the store. A store that cannot be
 * used is reported once in the console, and the mock works without it.
 */
export class SharedSandboxes implements ChangeLog {
  readonly #mock: OrdersMock
  readonly #name: string
  #opening: Promise<IDBDatabase> | undefined
  /** What is not yet stored: the new state of a sandbox, or its deletion. */
  readonly #changes = new Map<string, SandboxState | undefined>()
  /** How far this mock has followed the store. */
  #progress: StoreProgress
  #isOver = false
  /** Tells the other tabs of changes, as soon as this mock follows the store. */
  #channel: BroadcastChannel | undefined

  /** @param name mocks with the same name share their sandboxes */
  constructor(mock: OrdersMock, name: string) {
    this.#mock = mock
    this.#name = name
    this.#progress = { name: '', revision: 0, scenario: mock.sandbox().scenario }
  }

  /** Runs an action between the changes of other tabs; resolves when its result is stored. */
  async run<Result>(act: () => Result): Promise<Result> {
    const store = await this.#use(() => this.#catchUp())
    // Nothing is awaited from here to the writing: a transaction ends as soon as nothing is asked of it.
    const result = act()
    if (store !== undefined && this.#changes.size > 0) await this.#use(() => this.#write(store))
    return result
  }

  write(state: SandboxState): void {
    this.#note(state.name, state)
  }

  remove(name: string): void {
    this.#note(name, undefined)
  }

  /** A change that is made to the mock itself, rather than in a run, is stored as soon as possible. */
  #note(name: string, state: SandboxState | undefined): void {
    if (this.#changes.size === 0) queueMicrotask(() => this.#changes.size > 0 && void this.run(() => undefined))
    this.#changes.set(name, state)
  }

  /** Begins a transaction, and follows what others have stored. */
  async #catchUp(): Promise<IDBObjectStore> {
    this.#opening ??= openDatabase(this.#name, () => {
      this.#opening = undefined
      this.#progress = { ...this.#progress, revision: 0 }
    })
    const store = beginTransaction(await this.#opening)
    const isNew = this.#channel === undefined
    const progress = await this.#readProgress(store)
    this.#checkNotOver()
    const isOfAnother = isNew && progress?.scenario !== this.#progress.scenario
    if (progress === undefined || isOfAnother) {
      store.clear()
      this.#progress = { ...this.#progress, revision: progress?.revision ?? 0 }
      for (const sandbox of this.#mock.sandboxes) this.#changes.set(sandbox.name, sandbox.store.toState())
    } else if (progress.revision !== this.#progress.revision) {
      const records = await resultOf<StoredSandbox[]>(store.getAll())
      this.#checkNotOver()
      this.#mock.persistTo(undefined)
      const stored = records.filter(({ name }) => name !== '')
      this.#restore(stored, { isNew })
      this.#progress = progress
    }
    this.#mock.persistTo(this)
    if (isNew) this.#openChannel()
    return store
  }

  /** A damaged record of the progress costs no sandbox: all of them count as changed. */
  async #readProgress(store: IDBObjectStore): Promise<StoreProgress | undefined> {
    const progress = await resultOf<StoreProgress | undefined>(store.get(''))
    if (progress === undefined || (isRevision(progress.revision) && typeof progress.scenario === 'string'))
      return progress
    const revisions = (await resultOf<StoredSandbox[]>(store.getAll())).map(({ revision }) => revision)
    const latest = Math.max(this.#progress.revision, ...revisions.filter(isRevision))
    return { ...this.#progress, revision: latest + 1 }
  }

  /** A response that comes too late must not change a mock that goes on alone. */
  #checkNotOver(): void {
    if (this.#isOver) throw new Error('the store is not used any more')
  }

  /** The mock becomes what is stored, but for what it has changed itself and not yet stored. */
  #restore(stored: readonly StoredSandbox[], { isNew }: { readonly isNew: boolean }): void {
    const changed = stored.filter(
      // A damaged record may have any revision.
      ({ name, revision }) => !(revision <= this.#progress.revision) && !this.#changes.has(name),
    )
    // Those that were used last are restored last, so that they stay longest.
    const sorted = changed.toSorted((one, other) => one.lastUsedMs - other.lastUsedMs)
    for (const state of sorted) this.#restoreOne(state)
    for (const sandbox of this.#mock.sandboxes) {
      const { name } = sandbox
      if (this.#changes.has(name) || stored.some((each) => each.name === name)) continue
      // A sandbox that is missing was deleted, unless the mock has only begun to follow the store.
      if (isNew) this.#changes.set(name, sandbox.store.toState())
      else this.#mock.deleteSandbox(name)
    }
  }

  /** A damaged record, of an older version perhaps, costs its sandbox alone, and is replaced or deleted. */
  #restoreOne(record: StoredSandbox): void {
    const { revision: _, ...state } = record
    const { name } = state
    try {
      this.#mock.restoreSandbox(state)
    } catch (error) {
      const sandbox = this.#mock.sandboxes.find((each) => each.name === name)
      this.#changes.set(name, sandbox?.store.toState())
      console.warn(
        `orders-mock: the sandbox "${name}" is not restored, because its record is damaged: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  #openChannel(): void {
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', () => void this.run(() => undefined))
  }

  async #write(store: IDBObjectStore): Promise<void> {
    const completion = completionOf(store)
    const revision = this.#progress.revision + 1
    for (const [name, state] of this.#changes) {
      if (state === undefined) store.delete(name)
      else store.put({ ...state, revision } satisfies StoredSandbox)
    }
    this.#changes.clear()
    this.#progress = { ...this.#progress, revision }
    store.put(this.#progress)
    await completion
    this.#channel?.postMessage(revision)
  }

  /** Uses the store, or gives it up: then the mock goes on alone. */
  async #use<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isOver) return undefined
    try {
      return await inTime(use())
    } catch (error) {
      void this.#giveUp(error)
      return undefined
    }
  }

  async #giveUp(error: unknown): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#mock.persistTo(undefined)
    this.#channel?.close()
    console.warn(`orders-mock: nothing more is persisted, and this mock goes on alone, in memory: ${String(error)}`)
    try {
      ;(await this.#opening)?.close()
    } catch {
      // It could not be opened.
    }
  }
}

function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
