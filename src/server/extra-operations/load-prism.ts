import { createRequire } from 'node:module'
import type PrismMocker from '@stoplight/prism-http/dist/mocker/index.js'
import type { getHttpOperationsFromSpec, IHttpRequest } from '@stoplight/prism-http'
import type { DescribedOperation, OperationName } from './read-operations.js'

/** An operation as Prism has it, all references resolved. */
type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/** A request as Prism wants it. */
export interface PrismRequest {
  readonly method: IHttpRequest['method']
  readonly path: string
  readonly query: Record<string, string | string[]>
  /** By lower-case name. */
  readonly headers: Record<string, string>
  readonly body: unknown
  /** What keeps the body from being read, if anything does. */
  readonly bodyProblem?: string | undefined
  readonly wish: Wish
}

/** Which of the described responses the client asks for, by the header `Prefer`. */
export interface Wish {
  readonly code?: number
  readonly exampleKey?: string
  readonly dynamic: boolean
}

/** What a response and a problem both say. */
interface Mocked {
  /** What is wrong with the request. */
  readonly violations: readonly string[]
  readonly status: number
}

/** A response as described. */
export interface PrismResponse extends Mocked {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Why Prism makes no response as described, and the status that it would use. */
export interface PrismProblem extends Mocked {
  readonly problem: string
  readonly message: string
}

/** Mocks a response of an operation. */
export type Mock = (operation: OperationName, request: PrismRequest) => PrismResponse | PrismProblem

interface Prism {
  readonly operations: readonly DescribedOperation[]
  /** Loads what makes responses, which takes three times as long as to read a description. */
  readonly loadMock: () => Promise<Mock>
}

/**
 * Has Prism read a description, as `describeForPrism` makes it.
 *
 * @throws {Error} if Prism cannot make operations of it, such as when a reference leads nowhere
 */
export async function loadPrism(document: object): Promise<Prism> {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  const operations = await getHttpOperationsFromSpec(document)
  for (const operation of operations) {
    putJsonFirst(operation)
    widenInt64(operation)
  }
  return { operations: operations.map(describe), loadMock: () => loadMock(operations) }
}

async function loadMock(operations: readonly PrismOperation[]): Promise<Mock> {
  const { validateInput } = await import('@stoplight/prism-http/dist/validator/index.js')
  // Loaders disagree on what the default export of such a module is when it is imported.
  const mocker = createRequire(import.meta.url)('@stoplight/prism-http/dist/mocker/index.js') as { default: Mocker }
  return (name, { method, path, query, headers, body, bodyProblem, wish }) => {
    const resource = operations.find((each) => each.method === name.method && each.path === name.path)
    if (resource === undefined) throw new Error(`Prism has no operation ${name.method} ${name.path}.`)
    const data = { method, url: { path, query }, headers, body }
    const checked = validateInput({ resource, element: data })
    const found = 'left' in checked ? checked.left : []
    const validations = bodyProblem === undefined ? found : [{ message: bodyProblem, code: 'parse', severity: 0 }]
    // Prism writes into the configuration that it is given: each request has its own.
    const run = mocker.default({ resource, input: { data, validations }, config: { ...wish } })
    const result = run(SILENT)
    const violations = validations.map(({ message }) => message)
    if ('left' in result) return { violations, ...asProblem(result.left) }
    const { statusCode, headers: answered = {}, body: content } = result.right
    return { violations, status: statusCode, headers: answered, body: content }
  }
}

function describe({ iid = '', method, path, deprecated = false, extensions = {} }: PrismOperation): DescribedOperation {
  return { iid, method, path, deprecated, extensions }
}

function asProblem(error: Error & { status?: number; detail?: string }): Omit<PrismProblem, 'violations'> {
  const { name, message, status = 500, detail = '' } = error
  return { problem: name.replace(/^.*#/, ''), message: detail === '' ? message : detail, status }
}

/** Who accepts everything gets JSON where there is some. */
function putJsonFirst({ responses }: PrismOperation): void {
  for (const { contents = [] } of responses) {
    contents.sort((one, other) => Number(isJson(other.mediaType)) - Number(isJson(one.mediaType)))
  }
}

/** Prism holds `format: int64` to be the integers that a double holds, which would refuse correct ids beyond 2^53. */
function widenInt64(node: unknown, seen = new Set<object>()): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if ('format' in node && node.format === 'int64') {
    delete node.format
    if ('minimum' in node && node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum
    if ('maximum' in node && node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum
  }
  for (const child of Object.values(node)) widenInt64(child, seen)
}

/** Whether a media type is JSON (RFC 6839 for `+json`). */
export function isJson(mediaType: string): boolean {
  return /^application\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(mediaType)
}

type Mocker = typeof PrismMocker.default
type Logger = Parameters<ReturnType<Mocker>>[0]

/** Prism tells every step to its logger; the journal says what matters. */
const SILENT = createSilentLogger()

function createSilentLogger(): Logger {
  const logger: object = Object.assign(
    { child: () => logger },
    ...['debug', 'error', 'info', 'success', 'trace', 'warn'].map((level) => ({ [level]: () => {} })),
  )
  return logger as Logger
}
