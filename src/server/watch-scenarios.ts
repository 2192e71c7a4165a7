import { setTimeout as pause } from 'node:timers/promises'
import { type OrdersMock, PersistError } from '../core/index.js'
import { reasonOf, stampOf } from '../node/index.js'
import { findScenarioFiles, readScenarioFolder, type ScenarioFile } from './scenario-files.js'

/**
 * Milliseconds between two looks at the folder. Files that are the same at two of them have settled: editors empty, write,
 * rename and replace in several steps. The system's own notices would not do: it is silent about links that lead
 * elsewhere, folders that are replaced, and disks of other machines.
 */
const LOOK_MS = 200

interface WatchOptions {
  readonly folder: string
  /** The files as they were last read, by the names of their scenarios. */
  readonly files: Iterable<readonly [name: string, ScenarioFile]>
  /** What `now` means in a file, in milliseconds since the Unix epoch. */
  readonly nowMs: () => number
  /** Called with the problems of files; scenarios of invalid or deleted files stay as they were. */
  readonly onProblem: (message: string) => void
}

/**
 * Reads a folder's scenarios into a mock again when one of their files changes or comes. The sandboxes of a changed
 * scenario are reset; a change that leaves the scenario what it is, such as one of a comment,
 * changes nothing.
 * @returns a function that ends it
 */
export function watchScenarios(mock: OrdersMock, options: WatchOptions): () => void {
  const stop = new AbortController()
  const reload = createReload(mock, options)
  const watch = async (): Promise<void> => {
    let seen = ''
    // The files may have changed since they were read for the first time.
    let read = ''
    while (!stop.signal.aborted) {
      const versions = await versionsIn(options.folder)
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

/** Tells one state of a folder from another; a link counts as its target. */
async function versionsIn(folder: string): Promise<string> {
  const paths = await findScenarioFiles(folder).catch(() => [])
  return [folder, ...paths.map((path) => `${path} ${stampOf(path)}`)].join('\n')
}

/** Creates a function that reads the folder again, and reports each problem once. */
function createReload(mock: OrdersMock, { folder, files, nowMs, onProblem }: WatchOptions): () => Promise<void> {
  const loaded = new Map(files)
  let reported: readonly string[] = []
  const report = (problems: readonly string[]): void => {
    for (const problem of problems) if (!reported.includes(problem)) onProblem(problem)
    reported = problems
  }
  return async () => {
    try {
      const found = await readScenarioFolder(folder, nowMs())
      for (const [name, file] of found.files) {
        if (loaded.get(name)?.json !== file.json) mock.defineScenario(name, file.scenario)
        loaded.set(name, file)
      }
      const gone = [...loaded].filter(([, { path }]) => !found.paths.includes(path))
      report([
        ...found.mistakes.map((mistake) => `${mistake}\nNothing was reloaded from this file.`),
        ...gone.map(
          ([name, { path }]) => `${path} was deleted. The scenario "${name}" remains in use until the server restarts.`,
        ),
      ])
    } catch (error) {
      const isPersistError = error instanceof PersistError
      report([`${reasonOf(error)}.${isPersistError ? ' Sandboxes of changed scenarios may have to be reset.' : ''}`])
    }
  }
}
