import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ChangeLog, type OrdersMock, PersistError, type SandboxState } from '../../core/index.js'
import { reasonOf, replaceFile, type WritingCalls } from '../../node/index.js'
import type { Lock } from '../lock.js'
import { checkFolder, type FolderMarker } from './folder-marker.js'
import { encodeState, fileNameOf } from './state-file.js'

/** What the files of a folder need. */
export interface StateFilesOptions {
  readonly folder: string
  readonly lock: Lock
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

  write(state: SandboxState): void {
    this.#try(() => this.#replace(state))
  }

  remove(name: string): void {
    this.#try(() => rmSync(join(this.#options.folder, fileNameOf(name)), { recursive: true, force: true }))
  }

  /** @throws {PersistError} if it fails */
  #try(act: () => void): void {
    const { folder, onProblem, marker } = this.#options
    try {
      const { owner } = marker
      if (owner === 'another server')
        throw new Error('another server has taken it over; restart this one with a folder of its own')
      if (!this.#isWhole || owner === undefined) this.#regainFolder()
      act()
    } catch (error) {
      const problem = `The data folder ${folder} cannot be written: ${reasonOf(error)}`.replace(/\.$/, '')
      if (!this.#isFailing) onProblem(`${problem}. Until it can, no change is made, and requests for one get 500.`)
      this.#isFailing = true
      throw new PersistError(`${problem}. So the change was not made.`)
    }
    if (this.#isFailing) onProblem(`The data folder ${folder} can be written again.`)
    this.#isFailing = false
  }

  #replace(state: SandboxState): void {
    replaceFile(join(this.#options.folder, fileNameOf(state.name)), encodeState(state), this.#options.calls)
  }

  /** Somebody has removed the folder, or put another in its place: every sandbox is written there. */
  #regainFolder(): void {
    const { folder, lock, marker, onProblem } = this.#options
    checkFolder(folder)
    this.#isWhole = false
    lock.renew()
    marker.write()
    for (const sandbox of this.#mock.sandboxes) this.#replace(sandbox.toState())
    this.#isWhole = true
    onProblem(`The data folder ${folder} was removed or replaced. All sandboxes have been written to it again.`)
  }
}
