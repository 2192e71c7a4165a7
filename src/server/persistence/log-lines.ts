import { crc32 } from 'node:zlib'
import { ToolError } from '../../input/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import type { Entry } from './entries.js'

// The format: a first line that names it, then a line for each entry, its checksum and its JSON. A checksum (CRC-32)
// goes on from that of the line before, so that a line that is missing or out of place shows as well as a wrong byte.

const NAME = 'orders-mock-data'
const VERSION = 1
const NEWLINE = 0x0a
const CHECKSUM_LENGTH = 8

/** The first line. */
export const FIRST_LINE = `${NAME} ${VERSION}\n`

/** The checksum that that of the first entry goes on from. */
export const FIRST_CHECKSUM = crc32(FIRST_LINE)

/** A data file holds something that was never written, or lacks something that was. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog'

  /** @param line counts from 1 */
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** Writes entries as lines; `checksum` is that of the line before. */
export function encodeLines(entries: Iterable<Entry>, checksum: number): { lines: string; checksum: number } {
  let lines = ''
  let last = checksum
  for (const entry of entries) {
    const json = write(entry)
    last = crc32(json, last)
    lines += `${last.toString(16).padStart(CHECKSUM_LENGTH, '0')} ${json}\n`
  }
  return { lines, checksum: last }
}

/**
 * Reads the entries of a data file. An end without a newline is a line that was being written when the process died:
 * nobody was told that its change was made, so it is left out.
 *
 * @throws {DamagedLog} if anything else is not as it was written
 * @throws {ToolError} if a later version wrote it
 */
export function decodeLines(bytes: Buffer, file: string): Entry[] {
  const [first = Buffer.alloc(0), ...lines] = [...splitLines(bytes)]
  checkFirstLine(first.toString('latin1'), file)
  let checksum = FIRST_CHECKSUM
  return lines.map((line, index) => {
    const json = line.subarray(CHECKSUM_LENGTH + 1)
    checksum = crc32(json, checksum)
    const written = line.subarray(0, CHECKSUM_LENGTH + 1).toString('latin1')
    if (written !== `${checksum.toString(16).padStart(CHECKSUM_LENGTH, '0')} `) {
      throw new DamagedLog(index + 2, 'its checksum is wrong')
    }
    return read(json.toString())
  })
}

/** Node's own writer and reader are ten times as fast as the exact ones, which only integers beyond 2^53 need. */
function write(entry: Entry): string {
  try {
    return JSON.stringify(entry)
  } catch {
    return stringifyJson(entry)
  }
}

function read(json: string): Entry {
  return (/\d{16}/.test(json) ? parseJson(json) : JSON.parse(json)) as Entry
}

function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

function checkFirstLine(line: string, file: string): void {
  const [name, version, ...rest] = line.split(' ')
  if (name !== NAME || !/^[1-9]\d*$/.test(version ?? '') || rest.length > 0)
    throw new DamagedLog(1, 'it is not the first line of a data file')
  if (Number(version) <= VERSION) return
  throw new ToolError(
    `The data file ${file} was written by a newer version of orders-mock (its format is ${version}, this version knows ${VERSION}). Upgrade orders-mock, or give another file.`,
  )
}
