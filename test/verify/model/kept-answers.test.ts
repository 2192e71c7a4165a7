import { expect, test } from 'vitest'
import type { Exchange, OutgoingRequest } from '../../../src/contract/index.js'
import { RunContext } from '../../../src/verify/model/runner/run-context.js'
import type { ResolvedCall } from '../../../src/verify/model/sequences/resolve-call.js'
import { Secrets } from '../../../src/verify/secrets/secrets.js'
import { NO_STATES } from '../../../src/verify/states/open-states.js'

test.each([
  ['GET', '/store/orders', 200, '[{"id":7}]'],
  ['GET', '/store/orders', 401, ''],
  ['GET', '/pets/11', 200, ''],
  ['DELETE', '/store/orders/7', 409, ''],
])('of the answer to %s %s with %i a sequence keeps the body %j', async (method, path, status, kept) => {
  const send = async (request: OutgoingRequest): Promise<Exchange> => ({
    request: { ...request, url: `http://any/v1${path}` },
    response: { status, headers: {}, body: '[{"id":7}]', isUtf8: true },
    durationMs: 1,
  })
  const secrets = new Secrets({ key: 'test-key', headers: {}, statesHeaders: {} })
  const context = new RunContext({ baseUrl: 'http://any/v1', apiKey: 'test-key', states: NO_STATES, secrets, send })
  const request = { method, path, headers: {} }
  const call = { call: { operation: 'listOrders' }, target: undefined, request } as unknown as ResolvedCall
  const [answered] = await context.send([call])
  expect(answered?.outcome).toMatchObject({ response: { status, body: kept } })
})
