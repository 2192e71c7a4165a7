import { statSync } from 'node:fs'
import { parse } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type OrdersMock, PersistError } from '../core/index.js'
import { reasonOf } from '../node/index.js'
import { findScenarioFiles, readScenarioFile, type ScenarioFile } from './scenario-files.js'

/**
 * Milliseconds between two looks at the folder. A file that is the same at two of them has settled: editors empty, write,
 * rename and replace in several steps. Nothing that the system reports would do instead: it is silent about links that
 * lead elsewhere, folders that are replaced, and disks of other machines.
 */
const LOOK_MS = 200

/** What to watch, and whom to tell. */
export interface WatchOptions {
  readonly folder: string
  /** The files as they were read last, by the names of their scenarios. */
  readonly files: ReadonlyMap<string, ScenarioFile>
  /** What `now` means in a file, in milliseconds since the Unix epoch. */
  readonly nowMs: () => number
  /** Told of files that cannot be used or are gone; their scenarios stay as they were. */
  readonly onProblem: (message: string) => void
}

/**
 * Reads a folder's scenarios into a mock again whenever one of their files changes or comes. The sandboxes that came
 * from a scenario that has changed start again; a change that leaves the scenario what it is, such as one of a comment,
 * changes nothing.
 *
 * @returns a function that ends it
 */
export function watchScenarios(mock: OrdersMock, options: WatchOptions): () => void {
  const watched = new WatchedFolder(mock, options)
  const stop = new AbortController()
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await watched.look()
      await pause(LOOK_MS, undefined, { ref: false, signal: stop.signal }).catch(() => {})
    }
  }
  void watch()
  return () => stop.abort()
}

/** What is known of a folder. Every file counts as changed at first: it may have, since it was read. */
class WatchedFolder {
  readonly #mock: OrdersMock
  readonly #options: WatchOptions
  /** What the files say, by the names of their scenarios. */
  readonly #contents: Map<string, string>
  /** The versions of the files at the last look, and those that were read, by path. */
  #seen = new Map<string, string>()
  readonly #read = new Map<string, string>()
  #problem = ''

  constructor(mock: OrdersMock, options: WatchOptions) {
    this.#mock = mock
    this.#options = options
    this.#contents = new Map(Array.from(options.files, ([name, { json }]) => [name, json]))
  }

  async look(): Promise<void> {
    try {
      const { paths, misnamed } = await findScenarioFiles(this.#options.folder)
      this.#tellOnce(misnamed.map(({ mistake }) => mistake).join('\n'))
      await this.#compare(paths)
    } catch (error) {
      // A folder that cannot be read may be about to be replaced by another.
      if (this.#seen.size > 0) this.#seen = new Map()
      else this.#tellOnce(reasonOf(error))
    }
  }

  async #compare(paths: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#seen
    const versions = new Map(Array.from(paths.values(), (path) => [path, versionOf(path)]))
    this.#seen = versions
    for (const [name, path] of paths) {
      const version = versions.get(path) ?? ''
      if (version !== before.get(path) || version === this.#read.get(path)) continue
      this.#read.set(path, version)
      await this.#load(name, path)
    }
    for (const path of this.#read.keys()) {
      if (versions.has(path) || before.has(path)) continue
      this.#read.delete(path)
      const name = JSON.stringify(parse(path).name)
      this.#options.onProblem(`${path} is gone. The scenario ${name} stays as it was until the server restarts.`)
    }
  }

  async #load(name: string, path: string): Promise<void> {
    const { nowMs, onProblem } = this.#options
    try {
      const { scenario, json } = await readScenarioFile(path, nowMs())
      if (this.#contents.get(name) === json) return
      this.#mock.defineScenario(name, scenario)
      this.#contents.set(name, json)
    } catch (error) {
      const consequence =
        error instanceof PersistError
          ? ` Sandboxes of the scenario "${name}" may have to be reset.`
          : `\nThe scenario "${name}" stays as it was.`
      onProblem(reasonOf(error) + consequence)
    }
  }

  #tellOnce(problem: string): void {
    if (problem !== this.#problem && problem !== '') this.#options.onProblem(problem)
    this.#problem = problem
  }
}

/** Tells one version of a file from another; a link is what it leads to. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'gone' : [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs].join()
}
