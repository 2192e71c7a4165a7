const STORE = 'sandboxes'

/** The name of the record that says how far the store has come; no sandbox has it. */
const MARK = ''

/** How far a store has come. */
export interface Mark {
  /** Counts the changes of the store. */
  readonly revision: number
  /** The scenario that the mock was started with which began the store. */
  readonly scenario: string
}

/** A record: what stands for a sandbox, and the revision of the store that brought it. */
export type Stored<State> = State & { readonly name: string; readonly revision: number }

/** Nobody else reads or writes the store until all that was asked of it is done and nothing more is asked at once. */
export interface StoreTransaction<State> {
  /** Whether it is the first since the database was opened: the store may be another one than before. */
  readonly isFirst: boolean
  readMark(): Promise<Mark | undefined>
  /** What was stored after a revision, and the names of all that is there. */
  readSince(revision: number): Promise<{ states: Stored<State>[]; names: Set<string> }>
  clear(): void
  /** Stores what is a state, and removes what is none; resolves when that is written. */
  write(changes: Iterable<readonly [name: string, state: State | undefined]>, mark: Mark): Promise<void>
}

/** Makes the store in a new database. */
export function createStore(database: IDBDatabase): void {
  database.createObjectStore(STORE, { keyPath: 'name' }).createIndex('revision', 'revision')
}

/** Begins a transaction of the store. */
export function beginTransaction<State>(database: IDBDatabase, isFirst: boolean): StoreTransaction<State> {
  const transaction = database.transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  return {
    isFirst,
    readMark: () => resultOf<Mark | undefined>(store.get(MARK)),
    readSince: async (revision) => {
      const newer = store.index('revision').getAll(IDBKeyRange.lowerBound(revision, true))
      const [states, keys] = await Promise.all([resultOf<Stored<State>[]>(newer), resultOf(store.getAllKeys())])
      return { states: states.filter(({ name }) => name !== MARK), names: new Set(keys.map(String)) }
    },
    clear: () => void store.clear(),
    write: async (changes, mark) => {
      const completed = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () => reject(transaction.error))
      })
      for (const [name, state] of changes) {
        if (state === undefined) store.delete(name)
        else store.put({ ...state, name, revision: mark.revision })
      }
      store.put({ name: MARK, ...mark })
      await completed
    },
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
