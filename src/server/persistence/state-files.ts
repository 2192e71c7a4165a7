import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ChangeLog, type OrdersMock, PersistError, type SandboxState } from '../../core/index.js'
import { reasonOf } from '../../node/index.js'
import type { FolderLock } from './folder-lock.js'
import { checkFolder, type FolderMarker } from './folder-marker.js'
import { encodeState, fileNameOf, replaceFile, type WritingCalls } from './state-file.js'

/** What the files of a folder need. */
export interface StateFilesOptions {
  readonly folder: string
  readonly lock: FolderLock
  readonly marker: FolderMarker
  readonly onProblem: (message: string) => void
  readonly calls: WritingCalls | undefined
}

/** Writes each change of a mock to the file of its sandbox, before it is made. */
export class StateFiles implements ChangeLog {
  readonly #mock: OrdersMock
  readonly #options: StateFilesOptions
  #isFailing = false
  /** Whether the folder that is there now holds every sandbox. */
  #isWhole = true

  constructor(mock: OrdersMock, options: StateFilesOptions) {
    this.#mock = mock
    this.#options = options
  }

  /** Writes what the mock holds now, but for the sandboxes of these names. */
  writeAllBut(names: ReadonlySet<string>): void {
    for (const sandbox of this.#mock.sandboxes) if (!names.has(sandbox.name)) this.#replace(sandbox.toState())
  }

  write(state: SandboxState): void {
    this.#try(() => this.#replace(state))
  }

  remove(name: string): void {
    this.#try(() => rmSync(this.#pathOf(name), { force: true }))
  }

  /** @throws {PersistError} if it fails */
  #try(act: () => void): void {
    const { folder, onProblem, marker } = this.#options
    try {
      if (!this.#isWhole || !marker.isThere()) this.#regainFolder()
      act()
    } catch (error) {
      const problem = `The data folder ${folder} cannot be written: ${reasonOf(error)}`
      if (!this.#isFailing) onProblem(`${problem}. Until it can, no change is made, and requests for one get 500.`)
      this.#isFailing = true
      throw new PersistError(`${problem}. So the change was not made.`)
    }
    if (this.#isFailing) onProblem(`The data folder ${folder} can be written again.`)
    this.#isFailing = false
  }

  #replace(state: SandboxState): void {
    replaceFile(this.#pathOf(state.name), encodeState(state), this.#options.calls)
  }

  /** Somebody has removed the folder, or put another in its place: everything is written there, unless it is another server's. */
  #regainFolder(): void {
    const { folder, lock, marker, onProblem } = this.#options
    if (marker.isAnothers())
      throw new Error('another server has taken it over; restart this one with a folder of its own')
    checkFolder(folder)
    this.#isWhole = false
    lock.renew()
    marker.write()
    this.writeAllBut(new Set())
    this.#isWhole = true
    onProblem(`The data folder ${folder} was removed or replaced. All sandboxes have been written to it again.`)
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, fileNameOf(name))
  }
}
