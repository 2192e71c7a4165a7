import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrdersMock } from '../core/index.js'
import { reasonOf } from '../node/index.js'
import { findScenarioFiles, readScenarioFolder, type ScenarioFile } from './scenario-files.js'

/**
 * Milliseconds between two looks at the folder. Files that are the same at two of them have settled: editors empty, write,
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
  /** Told of files that cannot be used; their scenarios stay as they were. */
  readonly onProblem: (message: string) => void
}

/**
 * Reads a folder's scenarios into a mock again whenever one of their files changes or comes. The sandboxes that came
 * from a scenario that has changed start again; a change that leaves the scenario what it is, such as one of a comment,
 * changes nothing.
 *
 * @returns a function that ends it
 */
export function watchScenarios(mock: OrdersMock, { folder, files, nowMs, onProblem }: WatchOptions): () => void {
  const stop = new AbortController()
  const loaded = new Map(Array.from(files, ([name, { json }]) => [name, json]))
  const reload = async (): Promise<void> => {
    try {
      const found = await readScenarioFolder(folder, nowMs())
      for (const [name, { scenario, json }] of found.files) {
        if (loaded.get(name) !== json) mock.defineScenario(name, scenario)
        loaded.set(name, json)
      }
      for (const mistake of found.mistakes) onProblem(`${mistake}\nNothing was reloaded from this file.`)
    } catch (error) {
      onProblem(`${reasonOf(error)}.`)
    }
  }
  const watch = async (): Promise<void> => {
    let seen = ''
    // The files may have changed since they were read for the first time.
    let read = ''
    while (!stop.signal.aborted) {
      const versions = await versionsIn(folder)
      if (versions === seen && versions !== read) {
        read = versions
        await reload()
      }
      seen = versions
      await pause(LOOK_MS, undefined, { ref: false, signal: stop.signal }).catch(() => {})
    }
  }
  void watch()
  return () => stop.abort()
}

/** Tells one state of a folder from another; a link is what it leads to. */
async function versionsIn(folder: string): Promise<string> {
  const paths = await findScenarioFiles(folder).catch(() => [])
  const versions = paths.map((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return [path, found?.ino, found?.size, found?.mtimeMs, found?.ctimeMs].join(' ')
  })
  return `${folder}\n${versions.join('\n')}`
}
