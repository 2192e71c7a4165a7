import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ChangeLog, type OrdersMock, PersistError, type SandboxState } from '../../core/index.js'
import { reasonOf, replaceFile, type WritingCalls } from '../../node/index.js'
import { checkFolder, type FolderMarker } from './folder-marker.js'
import { encodeState, fileNameOf } from './state-file.js'

export interface FolderLogOptions {
  readonly folder: string
  /** Called with what a person should know, in a sentence or two: damage, and failing writes. */
  readonly onProblem: (message: string) => void
  /** How to write, for tests. */
  readonly calls?: WritingCalls
}

/**
 * Writes each change of a mock to the file of its sandbox, before it is made. If the folder was removed meanwhile, all
 * sandboxes are written again.
 */
export class FolderLog implements ChangeLog {
  readonly #mock: OrdersMock
  readonly #marker: FolderMarker
  readonly #options: FolderLogOptions
  #isFailing = false

  constructor(mock: OrdersMock, marker: FolderMarker, options: FolderLogOptions) {
    this.#mock = mock
    this.#marker = marker
    this.#options = options
  }

  write(state: SandboxState): void {
    this.#attempt(() => this.#replace(state))
  }

  remove(name: string): void {
    this.#attempt(() => rmSync(this.#pathOf(name), { recursive: true, force: true }))
  }

  #attempt(act: () => void): void {
    const { folder, onProblem } = this.#options
    try {
      this.#regain()
      act()
    } catch (error) {
      const problem = `The data folder ${folder} cannot be written: ${reasonOf(error)}`
      if (!this.#isFailing)
        onProblem(`${problem}. Until it can be written, no changes are made, and requests for them get 500.`)
      this.#isFailing = true
      throw new PersistError(`${problem}. The change was not made.`)
    }
    if (this.#isFailing) onProblem(`The data folder ${folder} can be written again.`)
    this.#isFailing = false
  }

  /** Writes all sandboxes again if the folder was removed; the marker, which says whose the folder is, comes last. */
  #regain(): void {
    const { folder, onProblem } = this.#options
    const { owner } = this.#marker
    if (owner === 'another server')
      throw new Error('another server has taken it over; restart this server with a different folder')
    if (owner !== undefined) return
    checkFolder(folder)
    for (const sandbox of this.#mock.sandboxes) this.#replace(sandbox.store.toState())
    this.#marker.write()
    onProblem(`The data folder ${folder} was removed or replaced. All sandboxes have been written to it again.`)
  }

  #replace(state: SandboxState): void {
    replaceFile(this.#pathOf(state.name), encodeState(state), this.#options.calls)
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, fileNameOf(name))
  }
}
