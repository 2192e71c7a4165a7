import { type Operation, operations, parseInt64 } from '../spec/index.js'
import type { OutgoingRequest } from './exchange.js'

/** The operation that a request calls. */
export interface CalledOperation {
  readonly operation: Operation
  /** The id in the path, if it is an int64; one that is none leads where the specification is silent. */
  readonly id: bigint | undefined
}

/** The operation that a request calls, and the id in its path; `undefined` if it calls none. */
export function operationOf(request: OutgoingRequest): CalledOperation | undefined {
  const [path = ''] = request.path.split('?')
  for (const operation of Object.values(operations)) {
    const values = new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`).exec(path)
    if (values === null || request.method !== operation.method) continue
    return { operation, id: values[1] === undefined ? undefined : parseInt64(values[1]) }
  }
  return undefined
}
