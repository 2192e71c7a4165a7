import { statSync } from 'node:fs'
import { basename, join, parse, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type FSWatcher, watch } from 'chokidar'
import { type OrdersMock, PersistError } from '../core/index.js'
import {
  type FoundFiles,
  findScenarioFiles,
  isScenarioFile,
  readScenarioFile,
  type ScenarioFile,
} from './scenario-files.js'

/** Milliseconds that a file must have been left alone: editors empty, write, rename and replace in several steps. */
const SETTLED_MS = 100

/** Milliseconds between two looks at the folder itself: nothing tells that it was replaced, or made again. */
const PATROL_MS = 500

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
 * @returns when the folder is being watched: a function that ends it
 */
export async function watchScenarios(mock: OrdersMock, options: WatchOptions): Promise<() => void> {
  const folder = resolve(options.folder)
  const reload = createReload(mock, options)
  let identity = identityOf(folder)
  const start = (): FSWatcher => startWatching(folder, { onProblem: options.onProblem, reload })
  let watcher = start()
  const patrol = setInterval(() => {
    const found = identityOf(folder)
    if (found === identity) return
    identity = found
    void watcher.close()
    if (found === undefined) reload(folder)
    else watcher = start()
  }, PATROL_MS)
  patrol.unref()
  await new Promise((ready) => watcher.once('ready', () => ready(undefined)))
  return () => {
    clearInterval(patrol)
    void watcher.close()
  }
}

/** Tells one folder from another at the same path; file systems are quick to use the number of a deleted one again. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder)
    return [dev, ino, birthtimeMs].join()
  } catch {
    return undefined
  }
}

interface Listeners {
  readonly onProblem: (message: string) => void
  readonly reload: (path: string) => void
}

/** Every file counts as changed at first: it may have, since it was read. */
function startWatching(folder: string, { onProblem, reload }: Listeners): FSWatcher {
  const watcher = watch(folder, {
    depth: 0,
    persistent: false,
    awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: SETTLED_MS / 5 },
    ignored: (path, stats) =>
      path !== folder && (!isScenarioFile(path) || (stats !== undefined && !stats.isFile() && !stats.isSymbolicLink())),
  })
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, reload)
  watcher.on('error', (error) => onProblem(`Changes in ${folder} may go unnoticed: ${messageOf(error)}.`))
  return watcher
}

/** Makes the function that is called with each path that has changed; the paths take turns. */
function createReload(mock: OrdersMock, options: WatchOptions): (changedPath: string) => void {
  const { folder, onProblem } = options
  const known = new Map(Array.from(options.files, ([name, { json }]) => [name, json]))
  let queue = Promise.resolve()
  let told = ''
  const tellOnce = (problem: string): void => {
    if (problem !== told && problem !== '') onProblem(problem)
    told = problem
  }
  const reload = async (path: string): Promise<void> => {
    try {
      const { paths, misnamed } = await findSettledFiles(folder)
      tellOnce(misnamed.map(({ mistake }) => mistake).join('\n'))
      const found = [...paths].find(([, file]) => resolve(file) === path)
      if (found !== undefined) await load(mock, known, found, options)
      // A folder that has gone with its files is told of once, by the patrol.
      else if (identityOf(path) === undefined && identityOf(folder) !== undefined)
        onProblem(goneMessage(join(folder, basename(path))))
    } catch (error) {
      tellOnce(messageOf(error))
    }
  }
  return (path) => {
    queue = queue.then(() => reload(path))
  }
}

/** A folder that cannot be read may be about to be replaced by another: it is looked at twice. */
async function findSettledFiles(folder: string): Promise<FoundFiles> {
  try {
    return await findScenarioFiles(folder)
  } catch {
    await pause(SETTLED_MS, undefined, { ref: false })
    return findScenarioFiles(folder)
  }
}

function goneMessage(file: string): string {
  return `${file} is gone. The scenario "${parse(file).name}" stays as it was until the server restarts.`
}

async function load(
  mock: OrdersMock,
  known: Map<string, string>,
  [name, file]: readonly [name: string, file: string],
  { nowMs, onProblem }: WatchOptions,
): Promise<void> {
  try {
    const { scenario, json } = await readScenarioFile(file, nowMs())
    if (known.get(name) === json) return
    mock.defineScenario(name, scenario)
    known.set(name, json)
  } catch (error) {
    const consequence =
      error instanceof PersistError
        ? ` Sandboxes of the scenario "${name}" may have to be reset.`
        : `\nThe scenario "${name}" stays as it was.`
    onProblem(messageOf(error) + consequence)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
