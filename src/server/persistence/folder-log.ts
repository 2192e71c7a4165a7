import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ChangeLog, type OrdersMock, PersistError, type SandboxState } from '../../core/index.js'
import { counted, reasonOf, replaceFile, stampOf, type WritingCalls } from '../../node/index.js'
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
 * Writes each change of a mock to the file of its sandbox, before it is made. What another program has removed or changed
 * in the folder meanwhile is written again.
 */
export class FolderLog implements ChangeLog {
  readonly #mock: OrdersMock
  readonly #marker: FolderMarker
  readonly #options: FolderLogOptions
  /** What the file of each sandbox was when it was last written. */
  readonly #stamps = new Map<string, string | undefined>()
  #folderStamp: string | undefined
  #isFailing = false

  /** @param stored the names of the sandboxes that have a file */
  constructor(mock: OrdersMock, marker: FolderMarker, stored: Iterable<string>, options: FolderLogOptions) {
    this.#mock = mock
    this.#marker = marker
    this.#options = options
    for (const name of stored) this.#stamps.set(name, stampOf(this.#pathOf(name)))
    this.#folderStamp = stampOf(options.folder)
  }

  write(state: SandboxState): void {
    this.#attempt(state.name, () => this.#replace(state))
  }

  remove(name: string): void {
    this.#attempt(name, () => {
      rmSync(this.#pathOf(name), { recursive: true, force: true })
      this.#stamps.delete(name)
    })
  }

  #attempt(name: string, act: () => void): void {
    const { folder, onProblem } = this.#options
    try {
      this.#regain(name)
      act()
      this.#folderStamp = stampOf(folder)
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

  /** Writes again what another program has removed or changed; the marker, which says whose the folder is, comes last. */
  #regain(name: string): void {
    const { folder, onProblem } = this.#options
    const { owner } = this.#marker
    if (owner === 'another server')
      throw new Error('another server has taken it over; restart this server with a different folder')
    if (owner === undefined) checkFolder(folder)
    const foreign = this.#foreignFiles(name)
    if (owner !== undefined && foreign.size === 0) return
    for (const sandbox of this.#mock.sandboxes) if (foreign.has(sandbox.name)) this.#replace(sandbox.store.toState())
    if (owner === undefined) this.#marker.write()
    const [first = name] = foreign
    const files = `${counted(foreign.size, 'file')} of the data folder ${folder}, such as ${fileNameOf(first)}`
    onProblem(
      owner === undefined
        ? `The data folder ${folder} was removed or replaced. All sandboxes have been written to it again.`
        : `Another program has removed or changed ${files}. The sandboxes have been written again.`,
    )
  }

  /** The sandboxes whose files are not as they were written. To look at all of them takes long where there are thousands. */
  #foreignFiles(name: string): ReadonlySet<string> {
    const isForeign = (each: string): boolean => stampOf(this.#pathOf(each)) !== this.#stamps.get(each)
    if (this.#folderStamp === stampOf(this.#options.folder) && !isForeign(name)) return new Set()
    return new Set([...this.#stamps.keys(), name].filter(isForeign))
  }

  #replace(state: SandboxState): void {
    const path = this.#pathOf(state.name)
    replaceFile(path, encodeState(state), this.#options.calls)
    this.#stamps.set(state.name, stampOf(path))
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, fileNameOf(name))
  }
}
