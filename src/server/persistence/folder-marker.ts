import { randomUUID } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, replaceFile } from '../../node/index.js'
import { parseState, readStored } from './state-file.js'

/** The file by which a data folder is known; no sandbox has this name, because it has no ending. */
const MARKER = 'orders-mock-data'
/** The version of the format of a folder; a server rejects later ones. */
const FORMAT = 1
const BEAT_MS = 1000
/** Milliseconds without a beat after which a server counts as killed. */
const SILENT_MS = 3000
const LOOK_MS = 50

interface Marker {
  readonly format: number
  readonly server?: string
  /** Grows every second while it runs; absent once it has ended. */
  readonly beats?: number
}

/**
 * Records which server uses a data folder, with a heartbeat counter that increases every second. The counter shows
 * whether the server is alive even across containers and machines, where process ids are meaningless and clocks differ.
 */
export class FolderMarker {
  readonly #server = randomUUID()
  readonly #path: string
  #beats = 0
  #beating: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#path = join(folder, MARKER)
  }

  /** Whose folder it is; nobody's after it was removed or replaced. */
  get owner(): 'this server' | 'another server' | undefined {
    const marker = readMarker(this.#path)
    return marker && (marker.server === this.#server ? 'this server' : 'another server')
  }

  /**
   * Makes this server the one that uses the folder. To be sure that the last one was killed takes three seconds.
   * @throws {Error} if another server uses it
   */
  async claim(): Promise<void> {
    const first = readMarker(this.#path)
    let last = first
    const isSilent = (): boolean => last?.beats === first?.beats && last?.server === first?.server
    for (let waitedMs = 0; last?.beats !== undefined && isSilent() && waitedMs < SILENT_MS; waitedMs += LOOK_MS) {
      await sleep(LOOK_MS)
      last = readMarker(this.#path)
    }
    if (last?.beats === undefined || isSilent()) this.write()
    // Another server may have claimed the folder at the same time: the later one has it.
    await sleep(LOOK_MS)
    if (this.owner !== 'this server') {
      throw new Error('it is in use by another server. Stop that server, or use a separate folder for each')
    }
    this.#beating = setInterval(() => this.#renew((this.#beats += 1)), BEAT_MS).unref()
  }

  /** Leaves the folder to the next server. */
  release(): void {
    clearInterval(this.#beating)
    this.#renew()
  }

  write(): void {
    replaceFile(this.#path, this.#text(this.#beats))
  }

  /** If that fails, the next change that is to be written reports it, or the next server takes this one for killed. */
  #renew(beats?: number): void {
    try {
      // Neither created nor emptied: in the place of the folder there may be another one, and the disk may be full.
      if (this.owner === 'this server') writeFileSync(this.#path, this.#text(beats), { flag: 'r+' })
    } catch {}
  }

  /** Of one length, so that one text covers another. */
  #text(beats?: number): string {
    return `${JSON.stringify({ format: FORMAT, server: this.#server, beats }).padEnd(100)}\n`
  }
}

/**
 * Makes sure that a folder is a data folder, or can become one; creates it if it does not exist.
 * @throws {Error} if it is something else, or of a later version
 */
export function checkFolder(folder: string): void {
  makeFolder(folder)
  const marker = readMarker(join(folder, MARKER))
  if (marker !== undefined && marker.format > FORMAT) {
    throw new Error('it was written by a newer version of orders-mock. Upgrade orders-mock, or use another folder')
  }
  // A new volume has a folder `lost+found`; systems leave hidden files anywhere.
  const names = readdirSync(folder).filter((name) => !/^(?:\..*|lost\+found|orders-mock-data)$/.test(name))
  if (marker !== undefined || names.length === 0) return
  if (!names.some((name) => attempt(() => parseState(name, readStored(join(folder, name))))))
    throw new Error(`it contains other files, such as ${names[0]}. Use an empty or a new folder`)
}

/** What the marker says; `undefined` if there is none, or it is damaged. @throws {Error} if it cannot be read */
function readMarker(path: string): Marker | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const text = new TextDecoder().decode(readStored(path))
  const marker = attempt(() => JSON.parse(text) as Marker | null)
  return typeof marker?.format === 'number' ? marker : undefined
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
