import { beginTransaction, createStore, type StoreTransaction } from './store-transaction.js'

/** Raised when what is stored changes its form; a browser refuses to open a database of a later version. */
const VERSION = 1

/** A database of sandboxes, which is opened when it is first needed, and again when its user has removed it meanwhile. */
export class SandboxDatabase<State> {
  readonly #name: string
  #opening: Promise<IDBDatabase> | undefined
  #isNew = true

  constructor(name: string) {
    this.#name = name
  }

  /** Begins a transaction; it waits for those that have begun before, in any tab. A browser that forbids it rejects. */
  async begin(): Promise<StoreTransaction<State>> {
    this.#opening ??= this.#open()
    const database = await this.#opening
    const isFirst = this.#isNew
    this.#isNew = false
    return beginTransaction(database, isFirst)
  }

  async close(): Promise<void> {
    const database = await this.#opening?.catch(() => undefined)
    database?.close()
  }

  async #open(): Promise<IDBDatabase> {
    if (globalThis.indexedDB === undefined) throw new Error('there is no IndexedDB here')
    const request = indexedDB.open(this.#name, VERSION)
    request.addEventListener('upgradeneeded', () => createStore(request.result))
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    const forget = (): void => {
      database.close()
      this.#opening = undefined
      this.#isNew = true
    }
    database.addEventListener('versionchange', forget)
    database.addEventListener('close', forget)
    return database
  }
}
