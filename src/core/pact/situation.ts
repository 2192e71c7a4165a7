import { type Operation, operations, type ProviderStateName } from '../../spec/index.js'
import type { OperationHandler } from '../operations/operation-handler.js'
import type { JournalEntry } from '../sandbox/journal-entry.js'
import type { SandboxContent } from '../sandbox/sandbox-content.js'

/** What a client asked and was answered, without what was chance in it: ids, sandboxes, times. */
export interface Situation {
  readonly operation: Operation
  readonly status: number
  readonly key: 'good' | 'missing' | 'wrong'
  /** What was true of the store; absent where that plays no part. */
  readonly state?: ProviderStateName
  /** The code of the Error object. */
  readonly code?: string
}

/**
 * The situation that a request shows; `undefined` if no other provider can be held to it: a fault was injected, the
 * description has no such operation or status, or no provider state leads there.
 *
 * @param sandbox as the request left it
 */
export function situationOf(
  entry: JournalEntry,
  sandbox: SandboxContent,
  handlers: ReadonlyMap<string, OperationHandler>,
): Situation | undefined {
  const operation = findOperation(entry)
  if (operation === undefined || !operation.statuses.includes(entry.status)) return undefined
  if (entry.fault !== undefined && entry.fault !== 'delay') return undefined
  const { status, code } = entry
  // A good key that leads to no sandbox is a slip of the test; no other provider knows sandboxes.
  if (status === 401 && entry.key?.includes('…~')) return undefined
  const state = handlers.get(operation.operationId)?.stateOf(entry, sandbox)
  if (state === undefined && status !== 401) return undefined
  return { operation, status, key: keyOf(entry), ...(state && { state }), ...(code !== undefined && { code }) }
}

function findOperation({ operation, method }: JournalEntry): Operation | undefined {
  return Object.values(operations).find((each) => each.operationId === operation && each.method === method)
}

function keyOf({ code }: JournalEntry): Situation['key'] {
  if (code === 'missing_api_key') return 'missing'
  return code === 'invalid_api_key' ? 'wrong' : 'good'
}
