/** Raised when the format changes; a browser does not open a database of a later version. */
const VERSION = 1
const STORE = 'sandboxes'

/** A browser may never respond, such as one that is short of memory or waits for a tab that hangs. */
const PATIENCE_MS = 2000

/** Opens a database of sandboxes; `onGone` is called when its user removes it meanwhile. A browser that forbids it rejects. */
export async function openDatabase(name: string, onGone: () => void): Promise<IDBDatabase> {
  if (globalThis.indexedDB === undefined) throw new Error('there is no IndexedDB here')
  const request = indexedDB.open(name, VERSION)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'name' }))
  const database = await resultOf(request)
  const forget = (): void => {
    database.close()
    onGone()
  }
  database.addEventListener('versionchange', forget)
  database.addEventListener('close', forget)
  return database
}

/**
 * Begins a transaction; it waits for those that have begun before, in any tab. Nobody else reads or writes until all that
 * was asked of it is done and nothing more is asked at once.
 */
export function beginTransaction(database: IDBDatabase): IDBObjectStore {
  return database.transaction(STORE, 'readwrite').objectStore(STORE)
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

/** Resolves when all that was asked of a transaction is written. */
export function completionOf({ transaction }: IDBObjectStore): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

/** Rejects if what is waited for takes too long. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`IndexedDB did not respond within ${PATIENCE_MS / 1000} s`)
    timer = setTimeout(() => reject(error), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
