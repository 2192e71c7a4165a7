import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PersistError, type OrdersMock } from '../core/index.js'
import { stringifyJson } from '../spec/index.js'
import { findScenarioFiles, readScenarioFile } from './scenario-files.js'

/** Milliseconds that a file must have been left alone: editors empty, write, rename and replace in several steps. */
const SETTLED_MS = 100

/**
 * Milliseconds between two looks at the folder when nothing was heard. Some file systems tell of no changes (network
 * folders, folders that a container shares with its host), and a folder that is replaced is not heard of again.
 */
const PATROL_MS = 1000

/** What to watch, and whom to tell. */
export interface WatchOptions {
  readonly folder: string
  /** Told of files that cannot be used or are gone; their scenarios stay as they were. */
  readonly onProblem: (message: string) => void
}

/**
 * Reads a folder's scenarios into a mock again whenever one of their files changes or comes. The sandboxes that came
 * from a scenario that has changed start again; a change that leaves the scenario what it is, such as one of a comment,
 * changes nothing.
 *
 * @returns when all files have been compared with the mock once: a function that ends the watching
 */
export async function watchScenarios(mock: OrdersMock, options: WatchOptions): Promise<() => void> {
  const folder = new WatchedFolder(mock, options)
  await folder.look()
  return folder.watch()
}

/** A folder of scenario files, and what was last seen in it. */
class WatchedFolder {
  readonly #mock: OrdersMock
  readonly #options: WatchOptions
  /** By the scenario's name: the file, and what tells one state of it from another. */
  readonly #seen = new Map<string, { readonly file: string; readonly state: string }>()
  readonly #missing = new Set<string>()
  #folderProblem = ''
  #timer: NodeJS.Timeout | undefined
  /** At the first look, before anything is watched, every file is taken as it is. */
  #settledMs = 0
  #isLooking = false
  #isClosed = false

  constructor(mock: OrdersMock, options: WatchOptions) {
    this.#mock = mock
    this.#options = options
  }

  /** Looks now, and again whenever something happens. */
  watch(): () => void {
    this.#settledMs = SETTLED_MS
    const watcher = this.#listen()
    const patrol = setInterval(() => this.#lookSoon(0), PATROL_MS)
    patrol.unref()
    return () => {
      this.#isClosed = true
      watcher?.close()
      clearInterval(patrol)
      clearTimeout(this.#timer)
    }
  }

  /** Compares the files with what was last seen of them. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return
    this.#isLooking = true
    try {
      const files = await findScenarioFiles(this.#options.folder)
      this.#folderProblem = ''
      for (const [name, file] of files) await this.#compare(name, file)
      for (const name of this.#seen.keys()) if (!files.has(name)) this.#miss(name)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (this.#folderProblem !== message) this.#options.onProblem(message)
      this.#folderProblem = message
    } finally {
      this.#isLooking = false
    }
  }

  /** A patrol makes up for whatever a platform does not tell. */
  #listen(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#options.folder, { persistent: false }, () => this.#lookSoon(SETTLED_MS))
      return watcher.on('error', () => watcher.close())
    } catch {
      return undefined
    }
  }

  #lookSoon(delayMs: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.look(), delayMs)
    this.#timer.unref()
  }

  async #compare(name: string, file: string): Promise<void> {
    this.#missing.delete(name)
    const state = await this.#stateOf(file)
    if (state === undefined || this.#seen.get(name)?.state === state) return
    this.#seen.set(name, { file, state })
    try {
      const document = await readScenarioFile(file)
      if (!this.#isClosed && this.#differs(name, document)) this.#mock.defineScenario(name, document)
    } catch (error) {
      this.#options.onProblem(explain(name, error))
    }
  }

  /** `undefined` while the file is being written, or has just gone: the next look finds out what became of it. */
  async #stateOf(file: string): Promise<string | undefined> {
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const ageMs = Date.now() - mtimeMs
      if (ageMs < 0 || ageMs >= this.#settledMs) return [file, mtimeMs, size, ino].join()
      this.#lookSoon(SETTLED_MS)
      return undefined
    } catch {
      return undefined
    }
  }

  #differs(name: string, document: object): boolean {
    if (!this.#mock.scenarioNames.includes(name)) return true
    return stringifyJson(this.#mock.scenario(name).document) !== stringifyJson(document)
  }

  /** A file that is gone at two looks in a row is gone; one that is being replaced comes back before. */
  #miss(name: string): void {
    const file = this.#seen.get(name)?.file ?? name
    if (this.#missing.has(name)) {
      this.#missing.delete(name)
      this.#seen.delete(name)
      this.#options.onProblem(`${file} is gone. The scenario "${name}" stays as it was until the server starts anew.`)
    } else {
      this.#missing.add(name)
      this.#lookSoon(SETTLED_MS)
    }
  }
}

function explain(name: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof PersistError
    ? `${message} Sandboxes of the scenario "${name}" may have to be reset.`
    : `${message}\nThe scenario "${name}" stays as it was.`
}
