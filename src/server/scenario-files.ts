import { type Dirent, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Document, LineCounter, YAMLParseError } from 'yaml'
import { parseScenario, type Scenario } from '../core/index.js'
import { InvalidInputError, type Problem, showPath, ToolError } from '../input/index.js'
import { reasonOf, withPlainNumbers } from '../node/index.js'
import { stringifyJson } from '../spec/index.js'

const MAX_MESSAGES = 20
const EXTENSIONS = new Set(['.yaml', '.yml', '.json'])

/**
 * Finds the scenario files of a folder: `<name>.yaml`, `.yml` or `.json`, by name. Hidden files are none.
 *
 * @throws {ToolError} if the folder cannot be read, or two files have one name
 */
export async function findScenarioFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of (await readFolder(folder)).toSorted()) {
    const extension = extname(file)
    const name = basename(file, extension)
    if (!isScenarioFile(file)) continue
    const other = found.get(name)
    const path = join(folder, file)
    if (other !== undefined) throw new ToolError(`${other} and ${path} are both the scenario "${name}". Rename one.`)
    found.set(name, path)
  }
  return found
}

/** Whether a file is one by its name. */
export function isScenarioFile(path: string): boolean {
  const file = basename(path)
  // Editors and file systems keep notes of their own beside the files, under names that begin with a dot.
  return EXTENSIONS.has(extname(file).toLowerCase()) && !file.startsWith('.') && !file.endsWith('.schema.json')
}

/** A scenario file that was read. */
export interface ScenarioFile {
  readonly scenario: Scenario
  /** What it says, as JSON: the same for files that differ in their layout and comments alone. */
  readonly json: string
}

/**
 * Reads all scenarios of a folder, by their names.
 *
 * @param nowMs what `now` means in them, in milliseconds since the Unix epoch
 *
 * @throws {ToolError} with file, line, column and member of the first file that is wrong
 */
export async function readScenarioFolder(folder: string, nowMs: number): Promise<Map<string, ScenarioFile>> {
  const read = new Map<string, ScenarioFile>()
  for (const [name, file] of await findScenarioFiles(folder)) read.set(name, await readScenarioFile(file, nowMs))
  return read
}

/**
 * Reads one scenario file, YAML or JSON.
 *
 * @throws {ToolError} with file, line, column and member of everything that is wrong
 */
export async function readScenarioFile(file: string, nowMs: number): Promise<ScenarioFile> {
  const text = decode(await readBytes(file), file)
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const syntax = { intAsBigInt: true, stringKeys: true, lineCounter: lines, prettyErrors: false } as const
  const document = parseDocument(text, syntax)
  const errors = document.errors.map((error) => `${at(file, lines, error.pos[0])} ${explain(error)}`)
  if (errors.length > 0) throw new ToolError(firstFew(errors))
  try {
    const content = withPlainNumbers(document.toJS())
    return { scenario: parseScenario(content, nowMs), json: stringifyJson(content) }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw asToolError(error, file)
    const messages = error.problems.map((problem) => {
      return `${at(file, lines, findOffset(document, problem))} ${showPath(problem.path)}: ${problem.message}`
    })
    throw new ToolError(firstFew(messages))
  }
}

function explain({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'Another document begins here; a scenario file holds one.'
  return code === 'NON_STRING_KEY' ? 'The name of a member must be a string.' : message
}

/** One mistake can be the reason for hundreds of others. */
function firstFew(messages: readonly string[]): string {
  const few = messages.slice(0, MAX_MESSAGES)
  return [...few, ...(messages.length > few.length ? [`… and ${messages.length - few.length} more.`] : [])].join('\n')
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() || (entry.isSymbolicLink() && leadsToFile(entry)))
    return files.map(({ name }) => name)
  } catch (error) {
    throw new ToolError(`Cannot read the folder of scenarios ${folder}: ${reasonOf(error)}.`)
  }
}

/** A pipe or a device would never end. A link that leads nowhere is left for the reading to report. */
function leadsToFile({ parentPath, name }: Dirent): boolean {
  return statSync(join(parentPath, name), { throwIfNoEntry: false })?.isFile() ?? true
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new ToolError(`Cannot read the scenario ${file}: ${reasonOf(error)}.`)
  }
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ToolError(`Cannot read the scenario ${file}: it is not UTF-8 text.`)
  }
}

/** Where a problem stands in the text: at its member, or else at the nearest thing around it. */
function findOffset(document: Document, { path }: Problem): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return node.range[0]
  }
  return 0
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

function at(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `${file}:${line}:${col}`
}

/** Aliases that multiply beyond measure, name no anchor, or lead back into themselves. */
function asToolError(error: unknown, file: string): unknown {
  if (error instanceof ReferenceError) return new ToolError(`Cannot read the scenario ${file}: ${error.message}.`)
  if (error instanceof RangeError) return new ToolError(`Cannot read the scenario ${file}: it is nested without end.`)
  return error
}
