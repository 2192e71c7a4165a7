import { INT64_MAX, type Operation, type OperationId, operations, parseJson } from '../../spec/index.js'
import { type Exchange, NoAnswerError } from '../../contract/index.js'
import type { Provider } from '../provider.js'

/** Which provider states were missing for an operation, and why. */
export type ProbeGaps = ReadonlyMap<OperationId, readonly string[]>

/**
 * Calls every operation in every way that leads to a documented answer, so that all of these answers are validated even
 * if no other check runs. Without provider states it only reads, and cancels nothing that exists.
 */
export async function probe(provider: Provider): Promise<ProbeGaps> {
  const gaps = new Map<OperationId, string[]>()
  const list = await call(provider, operations.listOrders)
  const unlistedId = list && findUnlistedId(list)
  for (const operation of Object.values(operations)) await callWithWrongKeys(provider, operation, unlistedId)
  if (!provider.states.available && unlistedId !== undefined) {
    await call(provider, operations.cancelOrder, unlistedId)
  }
  for (const operation of Object.values(operations)) {
    const missing = await callFromStates(provider, operation)
    if (missing.length > 0) gaps.set(operation.operationId, missing)
  }
  return gaps
}

// No request here could do anything, even if its key were right.
async function callWithWrongKeys(provider: Provider, operation: Operation, unlistedId = `${INT64_MAX}`): Promise<void> {
  const id = operation.method === 'GET' ? '1' : unlistedId
  await call(provider, operation, id, {})
  await call(provider, operation, id, { Authorization: `Bearer ${provider.apiKey}-wrong` })
}

async function callFromStates(provider: Provider, operation: Operation): Promise<string[]> {
  const missing: string[] = []
  const isChange = operation.method !== 'GET'
  for (const state of operation.states) {
    const result = await provider.states.setUp(state)
    if (result.kind === 'skipped') {
      missing.push(result.reason)
      continue
    }
    const id = operation.parameter && String(result.values[operation.parameter])
    if (isChange) await call(provider, operations.listOrders)
    await call(provider, operation, id)
    if (isChange) await call(provider, operations.listOrders)
    await provider.states.tearDown(state)
  }
  return missing
}

async function call(
  provider: Provider,
  { method, path, parameter }: Operation,
  id = '',
  key: Readonly<Record<string, string>> = { Authorization: `Bearer ${provider.apiKey}` },
): Promise<Exchange | undefined> {
  const headers = { Accept: 'application/json', ...key }
  try {
    return await provider.send({ method, path: path.replace(`{${parameter}}`, id), headers })
  } catch (error) {
    // The log has it: the result "every request is answered" comes from there.
    if (error instanceof NoAnswerError) return undefined
    throw error
  }
}

// An id that no order has: the list is known, and the id is not in it.
function findUnlistedId({ response: { status, body } }: Exchange): string | undefined {
  if (status !== 200 || !isJsonArray(body)) return undefined
  let id = INT64_MAX - 1_000_003n
  while (body.includes(id.toString())) id -= 1n
  return id.toString()
}

function isJsonArray(body: string): boolean {
  try {
    return Array.isArray(parseJson(body))
  } catch {
    return false
  }
}
