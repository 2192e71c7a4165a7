import * as fileSystem from 'node:fs'
import { dirname } from 'node:path'
import type { Entry } from './entries.js'
import { encodeLines, FIRST_CHECKSUM, FIRST_LINE } from './log-lines.js'

/** The calls by which a log writes, so that tests can make them fail. */
export type WritingCalls = Pick<typeof fileSystem, 'writeSync' | 'fsyncSync' | 'renameSync' | 'ftruncateSync'>

/**
 * The data file as it is written. A change is one write, over when `append` returns: what the operating system has, no
 * death of this process takes away. It is not forced to the disk each time, so a power cut may cost the last seconds.
 */
export class LogFile {
  readonly #path: string
  readonly #calls: WritingCalls
  #descriptor: number | undefined
  #checksum = FIRST_CHECKSUM
  #bytes = 0
  #wholeBytes = 0
  /** Whether part of a line that failed may stand behind the last good one. */
  #isTorn = false

  constructor(path: string, calls: WritingCalls = fileSystem) {
    this.#path = path
    this.#calls = calls
  }

  /** The size of the file, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The size that the file had when it was last written as a whole. */
  get wholeBytes(): number {
    return this.#wholeBytes
  }

  /** Adds entries; if that fails, the file ends where it ended before. */
  append(entries: readonly Entry[]): void {
    const descriptor = this.#needDescriptor()
    const { lines, checksum } = encodeLines(entries, this.#checksum)
    const content = Buffer.from(lines)
    if (this.#isTorn) this.#cutTornEnd(descriptor)
    try {
      this.#writeAll(descriptor, { content, position: this.#bytes })
    } catch (error) {
      this.#isTorn = true
      try {
        this.#cutTornEnd(descriptor)
      } catch {
        // What stands there now is a torn last line; it is cut off before the next one is written.
      }
      throw error
    }
    this.#bytes += content.byteLength
    this.#checksum = checksum
  }

  /**
   * Writes the file anew: beside it first, then in its place, so that whenever the process dies there is a whole file.
   * If it fails, the file is as it was.
   */
  replaceBy(entries: Iterable<Entry>): void {
    const { lines, checksum } = encodeLines(entries, FIRST_CHECKSUM)
    const content = Buffer.from(FIRST_LINE + lines)
    const temporary = `${this.#path}.tmp`
    const descriptor = fileSystem.openSync(temporary, 'w', this.#mode())
    try {
      this.#writeAll(descriptor, { content, position: 0 })
      this.#calls.fsyncSync(descriptor)
      this.#calls.renameSync(temporary, this.#path)
    } catch (error) {
      fileSystem.closeSync(descriptor)
      fileSystem.rmSync(temporary, { force: true })
      throw error
    }
    this.#closeDescriptor()
    this.#descriptor = descriptor
    this.#checksum = checksum
    this.#bytes = content.byteLength
    this.#wholeBytes = content.byteLength
    this.#isTorn = false
    this.#syncFolder()
  }

  /** Ends the writing; what a power cut could still have taken is on the disk then. */
  close(): void {
    try {
      if (this.#descriptor !== undefined) this.#calls.fsyncSync(this.#descriptor)
    } catch {
      // Nobody waits for an answer any more, and the file is no worse for it.
    }
    this.#closeDescriptor()
  }

  #needDescriptor(): number {
    if (this.#descriptor === undefined) throw new Error('The data file is closed.')
    return this.#descriptor
  }

  #writeAll(descriptor: number, { content, position }: { content: Buffer; position: number }): void {
    for (let written = 0; written < content.byteLength;) {
      const left = content.byteLength - written
      written += this.#calls.writeSync(descriptor, content, written, left, position + written)
    }
  }

  #cutTornEnd(descriptor: number): void {
    this.#calls.ftruncateSync(descriptor, this.#bytes)
    this.#isTorn = false
  }

  /** A file that nobody else may read stays so. */
  #mode(): number {
    return (fileSystem.statSync(this.#path, { throwIfNoEntry: false })?.mode ?? 0o666) & 0o777
  }

  /** Makes a renaming last through a power cut, where the platform can do that. */
  #syncFolder(): void {
    try {
      const descriptor = fileSystem.openSync(dirname(this.#path), 'r')
      this.#calls.fsyncSync(descriptor)
      fileSystem.closeSync(descriptor)
    } catch {
      // Not every platform opens folders; the file itself is whole in any case.
    }
  }

  #closeDescriptor(): void {
    if (this.#descriptor !== undefined) fileSystem.closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
