import { INT64_MAX, type Operation, type OperationId, operations, parseJson } from '../../spec/index.js'
import { ACCEPT_ENCODING, type Exchange, NoAnswerError } from '../../contract/index.js'
import type { Provider } from '../provider.js'
import type { StateParams } from '../states/provider-states.js'

/** Asks for an answer that is compressed, as most clients do. */
const COMPRESSED = { 'Accept-Encoding': ACCEPT_ENCODING }

// Large bodies are the ones that servers compress.
const PARAMS: Readonly<Record<string, StateParams>> = { 'many orders': { count: 250 } }

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
    await call(provider, operations.listOrders, '', { ...rightKey(provider), ...COMPRESSED })
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
  await call(provider, operation, id, COMPRESSED)
  await call(provider, operation, id, { Authorization: `Bearer ${provider.apiKey}-wrong` })
}

async function callFromStates(provider: Provider, operation: Operation): Promise<string[]> {
  const missing: string[] = []
  const isChange = operation.method !== 'GET'
  for (const state of operation.states) {
    const result = await provider.states.setUp(state, PARAMS[state])
    if (result.kind === 'skipped') {
      missing.push(result.reason)
      continue
    }
    const id = operation.parameter && String(result.values[operation.parameter])
    if (isChange) await call(provider, operations.listOrders)
    await call(provider, operation, id)
    const compressed = isChange ? { operation: operations.listOrders } : { operation, id }
    await call(provider, compressed.operation, compressed.id, { ...rightKey(provider), ...COMPRESSED })
    await provider.states.tearDown(state, PARAMS[state])
  }
  return missing
}

async function call(
  provider: Provider,
  { method, path, parameter }: Operation,
  id = '',
  own: Readonly<Record<string, string>> = rightKey(provider),
): Promise<Exchange | undefined> {
  const headers = { Accept: 'application/json', ...own }
  try {
    return await provider.send({ method, path: path.replace(`{${parameter}}`, id), headers })
  } catch (error) {
    // The log has it: the result "every request is answered" comes from there.
    if (error instanceof NoAnswerError) return undefined
    throw error
  }
}

function rightKey({ apiKey }: Provider): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${apiKey}` }
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
