import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { refuse, type Result } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import { requirePeers } from '../../node/index.js'
import type { FindExtra } from '../api-face.js'
import { type ExtraRequest, isOwn } from './mock-result.js'
import type { Answer, Description, RouteFound } from './prism-worker.js'

/** Additional operations of another description, which Prism mocks. */
export interface ExtraOperations {
  /** The file that describes them, as passed. */
  readonly file: string
  /** The operations that are mocked; one without an `operationId` goes by its method and path. */
  readonly operationIds: readonly string[]
  /** The description as it was read. */
  readonly text: string
  readonly find: FindExtra
  readonly close: () => Promise<unknown>
}

const PROGRAM = new URL('../../../dist/esm/prism-worker.js', import.meta.url)

/** How long Prism may take to read a description, which takes it a second, and to make a response. */
const START_MS = 60_000
const RESPONSE_MS = 5000
const MAX_HEAP_MB = 1024

/**
 * Has Prism mock the operations of a description that the API does not have itself.
 * @param allowed the folders and origins to which references may lead, besides the folder of the file
 * @throws {ToolError} if the file cannot be used, or Prism is not installed
 */
export async function loadExtraOperations(file: string, allowed: readonly string[]): Promise<ExtraOperations> {
  requirePeers(['@stoplight/prism-http'], 'Mocking the operations of a description')
  const start = async () => {
    const prism = startPrism({ file, allowed })
    return { ...prism, ...(await prism.ask<Pick<ExtraOperations, 'operationIds' | 'text'>>(undefined, START_MS)) }
  }
  let running = start()
  let isClosed = false
  const { operationIds, text } = await running
  const find: FindExtra = ({ method = '', url = '', headers }, path) => {
    const preflighted = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined
    if (isOwn(preflighted ?? method, path)) return undefined
    return async (body, isAuthorized) => {
      const current = running
      try {
        const { ask } = await current
        // The engine waits for nothing: Prism is asked first, and its response used once the engine runs the operation.
        const route = await ask<RouteFound>({ method, url, headers, path, body, isAuthorized }, RESPONSE_MS)
        const { operation, result } = route ?? {}
        return route && { ...route, operation: operation && { ...operation, run: () => result ?? notMocked('') } }
      } catch (error) {
        if (running === current && !isClosed) running = start()
        running.catch(() => {})
        const operation = { operationId: `${method} ${path}`, describedAt: '/openapi-extra.yaml' }
        return { methods: [method], operation: { ...operation, run: () => notMocked((error as Error).message) } }
      }
    }
  }
  const close = async () => {
    isClosed = true
    await running.then(({ end }) => end())
  }
  return { file, operationIds, text, find, close }
}

function notMocked(reason: string): Result {
  return refuse({ code: 'response_not_mocked', message: reason }, 'Prism could not make a response')
}

/** Starts Prism in a thread of its own, which is ended as soon as it takes more than its time or memory. */
function startPrism(description: Description) {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const worker = new Worker(PROGRAM, { workerData: description, resourceLimits, execArgv: [] })
  worker.unref()
  // What waits for an answer sees its port closed.
  worker.on('error', () => {})
  const end = () => worker.terminate()
  const ask = async <Value>(request: ExtraRequest | undefined, limitMs: number): Promise<Value> => {
    const subject = request === undefined ? `Cannot use ${description.file}` : 'No response can be made'
    const late = `${subject}: Prism takes more than ${limitMs / 1000} s or ${MAX_HEAP_MB} MB. Use a simpler description.`
    const { port1, port2 } = new MessageChannel()
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(), limitMs)
    port1.once('close', () => giveUp.abort())
    worker.postMessage({ port: port2, request }, [port2])
    const answered = once(port1, 'message', { signal: giveUp.signal }) as Promise<[Answer<Value>]>
    const [{ value, problem }] = await answered.catch((): [Answer<never>] => [{ problem: late }])
    clearTimeout(timer)
    port1.close()
    if (value !== undefined || problem === undefined) return value as Value
    void end()
    throw new ToolError(problem)
  }
  return { ask, end }
}
