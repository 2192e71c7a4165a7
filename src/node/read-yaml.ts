import { readFile, stat } from 'node:fs/promises'
import type { Document, LineCounter, ParseOptions, DocumentOptions, SchemaOptions, visit, YAMLError } from 'yaml'
import { type InputPath, type Problem, showPath, ToolError } from '../input/index.js'
import { reasonOf } from './file-errors.js'

/** One mistake of the syntax can be the reason for hundreds of others. */
const MAX_SYNTAX_MESSAGES = 20

const MAX_MESSAGES = 100

/** How a file is named in messages, and what of YAML is read in it. */
export interface YamlOptions extends ParseOptions, DocumentOptions, SchemaOptions {
  /** What the file is, such as `the scenario`. */
  readonly what: string
}

/** A YAML or JSON file that has been read. */
export class YamlFile {
  readonly text: string
  readonly #name: string
  readonly #what: string
  readonly #document: Document
  readonly #lines: LineCounter
  readonly #visit: typeof visit

  constructor(path: string, text: string, { what, document, lines, visit }: Parsed) {
    this.text = text
    this.#name = path
    this.#what = what
    this.#document = document
    this.#lines = lines
    this.#visit = visit
  }

  /** Whether it says something although its syntax may be wrong: a member that comes twice hides nothing else. */
  get isReadable(): boolean {
    return this.#document.errors.every(({ code }) => code === 'DUPLICATE_KEY')
  }

  get hasErrors(): boolean {
    return this.#document.errors.length > 0
  }

  /**
   * What it says; an integer that a number does not hold exactly is a bigint.
   *
   * @throws {ToolError} if aliases multiply beyond measure, name no anchor, or lead back into themselves
   */
  content(): unknown {
    try {
      return withPlainNumbers(this.#document.toJS())
    } catch (error) {
      if (error instanceof ReferenceError) throw this.#refuseAliases() ?? this.#cannotRead(error.message)
      if (error instanceof RangeError) throw this.#cannotRead('it is nested without end')
      throw error
    }
  }

  /** An error that names everything that is wrong, in the order of the lines, with line and column. */
  refusal(problems: readonly Problem[] = []): ToolError {
    const ofSyntax = this.#document.errors.map((error) => ({ offset: error.pos[0], message: explain(error) }))
    const ofContent = problems.map(({ path, message }) => {
      return { offset: this.#offsetOf(path), message: `${showPath(path)}: ${message}` }
    })
    const mistakes = [...ofSyntax, ...ofContent].toSorted((one, other) => one.offset - other.offset)
    const most = problems.length > 0 ? MAX_MESSAGES : MAX_SYNTAX_MESSAGES
    return this.#tell(mistakes, most)
  }

  #tell(mistakes: readonly { readonly offset: number; readonly message: string }[], most: number): ToolError {
    const messages = mistakes.slice(0, most).map(({ offset, message }) => `${this.#placeOf(offset)} ${message}`)
    if (mistakes.length > most) messages.push(`… and ${mistakes.length - most} more.`)
    return new ToolError(messages.join('\n'))
  }

  /** An error that names each alias that has no anchor before it, if there is any. */
  #refuseAliases(): ToolError | undefined {
    const mistakes: { readonly offset: number; readonly message: string }[] = []
    this.#visit(this.#document, {
      Alias: (_, alias) => {
        if (alias.resolve(this.#document) !== undefined) return
        const message = `There is no anchor "${alias.source}" before its alias.`
        mistakes.push({ offset: alias.range?.[0] ?? 0, message })
      },
    })
    return mistakes.length > 0 ? this.#tell(mistakes, MAX_MESSAGES) : undefined
  }

  /** Where a member stands in the text, or else the nearest thing around it. */
  #offsetOf(path: InputPath): number {
    const node = this.#nodeAt(path)
    if (!hasRange(node)) return path.length === 0 ? 0 : this.#offsetOf(path.slice(0, -1))
    const [value] = node.range
    const name = this.#offsetOfName(path) ?? value
    const isOnLineOfName = this.#lines.linePos(name).line === this.#lines.linePos(value).line
    return isOnLineOfName ? value : name
  }

  #offsetOfName(path: InputPath): number | undefined {
    const name = path.at(-1)
    const around = this.#nodeAt(path.slice(0, -1))
    if (typeof name !== 'string' || !hasItems(around)) return undefined
    const key = around.items.map((item) => item.key).find((each) => isScalar(each) && each.value === name)
    return hasRange(key) ? key.range[0] : undefined
  }

  #nodeAt(path: InputPath): unknown {
    return path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
  }

  #placeOf(offset: number): string {
    const { line, col } = this.#lines.linePos(offset)
    return `${this.#name}:${line}:${col}`
  }

  #cannotRead(reason: string): ToolError {
    return new ToolError(`Cannot read ${this.#what} ${this.#name}: ${reason}.`)
  }
}

interface Parsed {
  readonly what: string
  readonly document: Document
  readonly lines: LineCounter
  /** The library is loaded when a file is read. */
  readonly visit: typeof visit
}

/**
 * Reads a YAML or JSON file. What is wrong with its syntax is for {@link YamlFile.refusal} to tell.
 *
 * @throws {ToolError} if it cannot be read, or is not text
 */
export async function readYaml(path: string, { what, ...options }: YamlOptions): Promise<YamlFile> {
  const text = await readText(path, what)
  const { LineCounter, parseDocument, visit } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { ...options, intAsBigInt: true, lineCounter: lines, prettyErrors: false })
  return new YamlFile(path, text, { what, document, lines, visit })
}

async function readText(path: string, what: string): Promise<string> {
  try {
    // A pipe that nobody writes to would never end, and would keep the process from ending.
    const found = await stat(path)
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file')
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error)
    throw new ToolError(`Cannot read ${what} ${path}: ${reason}.`)
  }
}

/** YAML gives every integer as a bigint; one that a number holds exactly becomes a number again. */
function withPlainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(withPlainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, withPlainNumbers(inner)]))
}

function explain({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'Another document begins here; a file holds one.'
  return code === 'NON_STRING_KEY' ? 'The name of a member must be a string.' : message
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

function hasItems(node: unknown): node is { items: readonly { readonly key?: unknown }[] } {
  return typeof node === 'object' && node !== null && 'items' in node
}

function isScalar(node: unknown): node is { value: unknown } {
  return typeof node === 'object' && node !== null && 'value' in node
}
