import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import type * as yamlLibrary from 'yaml'
import type { Document, LineCounter, ParseOptions, SchemaOptions, YAMLError } from 'yaml'
import { InvalidInputError, type InputPath, type Problem, showPath, ToolError } from '../input/index.js'
import { type Json, parseJson } from '../spec/index.js'
import { reasonOf } from './files.js'

/** How large a file may be that is parsed as a whole. */
export const MAX_FILE_BYTES = 32 * 2 ** 20

/** The most names, values, signs and line breaks that are parsed: each takes up to 300 bytes. */
const MAX_TOKENS = 8_000_000

/** One mistake can be the reason for hundreds of others. */
const MAX_MESSAGES = 20

export interface YamlFile {
  readonly text: string
  /** Its content; an integer that a number does not represent exactly is a bigint. */
  readonly content: unknown
  /** Reads the content. @throws {ToolError} with line and column of each problem, in the order of the lines */
  readonly read: <Value>(reader: (content: unknown) => Value) => Value
}

/**
 * Reads a YAML or JSON file.
 * @param what the file is in messages, such as `the scenario`
 * @throws {ToolError} if it cannot be read or is not text; with line and column, if its syntax is wrong
 */
export async function readYaml(
  path: string,
  what: string,
  options: ParseOptions & SchemaOptions,
  read = readRegularFile,
): Promise<YamlFile> {
  const text = await readText(path, what, read)
  // The library is loaded when a file is read.
  const library = await import('yaml')
  const parse = () => parseYaml(library, text, { path, what, options })
  const json = jsonIn(text)
  const yaml = json === undefined ? parse() : undefined
  const content = yaml === undefined ? json : yaml.content
  return {
    text,
    content,
    read: (reader) => {
      try {
        return reader(content)
      } catch (error) {
        throw error instanceof InvalidInputError ? (yaml ?? parse()).refuse(error.problems) : error
      }
    },
  }
}

/** The object that a text is in JSON, which is read in a tenth of the time. A mistake in JSON is one in YAML, too. */
function jsonIn(text: string): Json | undefined {
  // To YAML, a field `<<` may mean others.
  if (!text.startsWith('{') || text.includes('"<<"')) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

type Source = Readonly<{ path: string; what: string; options: ParseOptions & SchemaOptions }>

function parseYaml(
  { isNode, Lexer, LineCounter: Lines, parseDocument }: typeof yamlLibrary,
  text: string,
  { path, what, options }: Source,
) {
  // There are at most two for each character.
  if (2 * text.length > MAX_TOKENS && areTooMany(new Lexer().lex(text)))
    throw new ToolError(`Cannot read ${what} ${path}: it has more than ${MAX_TOKENS} tokens. Shorten it.`)
  const lines = new Lines()
  const document = parseDocument(text, { ...options, intAsBigInt: true, lineCounter: lines, prettyErrors: false })
  /** The position of a field in the text, or else of the nearest thing around it. */
  const offsetOf = (member: InputPath): number => {
    const node = document.getIn(member, true)
    if (isNode(node) && node.range) return node.range[0]
    return member.length === 0 ? 0 : offsetOf(member.slice(0, -1))
  }
  const { errors } = document
  if (errors.length > 0) {
    const mistakes = errors.map((error) => ({ offset: error.pos[0], message: explain(error) }))
    throw refusalOf(path, lines, mistakes)
  }
  const locate = ({ path: member, message }: Problem): Mistake => ({
    offset: offsetOf(member),
    message: `${showPath(member)}: ${message}`,
  })
  return {
    content: contentOf(document, `${what} ${path}`),
    refuse: (problems: readonly Problem[]) => refusalOf(path, lines, problems.map(locate)),
  }
}

function areTooMany(tokens: Iterable<string>): boolean {
  let count = 0
  for (const _ of tokens) {
    count += 1
    if (count > MAX_TOKENS) return true
  }
  return false
}

type Mistake = Readonly<{ offset: number; message: string }>

function refusalOf(path: string, lines: LineCounter, mistakes: readonly Mistake[]): ToolError {
  const sorted = mistakes.toSorted((one, other) => one.offset - other.offset)
  const messages = sorted.slice(0, MAX_MESSAGES).map(({ offset, message }) => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col} ${message}`
  })
  if (mistakes.length > MAX_MESSAGES) messages.push(`… and ${mistakes.length - MAX_MESSAGES} more.`)
  return new ToolError(messages.join('\n'))
}

/**
 * Reads a text file, without a byte order mark.
 * @param what the file is in messages, such as `the scenario`
 * @param read reads its bytes; by default those of a regular file of at most 32 MiB
 * @throws {ToolError} if it cannot be read or is not UTF-8 text
 */
export async function readText(
  path: string,
  what: string,
  read: (path: string) => Promise<Uint8Array> = readRegularFile,
): Promise<string> {
  try {
    const bytes = await read(path)
    // UTF-16 without a byte order mark may be valid UTF-8, with zeros.
    if (isUtf8(bytes) && !bytes.includes(0)) return new TextDecoder().decode(bytes)
    throw new Error('it is not UTF-8 text. Save it as UTF-8')
  } catch (error) {
    throw new ToolError(`Cannot read ${what} ${path}: ${reasonOf(error)}.`)
  }
}

async function readRegularFile(path: string): Promise<Uint8Array> {
  // A pipe that nobody writes to would never end, and would keep the process from ending.
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file')
  if (found.size > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES >> 20} MiB`)
  return readFile(path)
}

/** @throws {ToolError} if aliases multiply beyond measure, name no anchor, or lead back into themselves */
function contentOf(document: Document, name: string): unknown {
  try {
    return document.toJS({ reviver: withPlainNumber })
  } catch (error) {
    const reason = error instanceof RangeError ? 'it is nested without end' : reasonOf(error)
    throw new ToolError(`Cannot read ${name}: ${reason}.`)
  }
}

/** YAML reads every integer as a bigint; if a number represents it exactly, it becomes a number again. */
function withPlainNumber(_: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function explain({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'Another document begins here; a file contains one.'
  if (code === 'RESOURCE_EXHAUSTION') return 'It is nested too deeply to be read.'
  return code === 'NON_STRING_KEY' ? 'The name of a field must be a string.' : message
}
