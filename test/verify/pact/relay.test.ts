import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { connectProvider } from '../../../src/verify/provider.js'
import { openRelay } from '../../../src/verify/pact/relay.js'
import { NO_STATES } from '../../../src/verify/states/open-states.js'

test('connections that Pact’s verifier keeps while a provider is slow are not closed under its hands', async () => {
  const where = { baseUrl: 'http://127.0.0.1:1/v1', key: 'key', headers: {}, timeoutMs: 1000, signal: undefined }
  const provider = connectProvider(where, NO_STATES)
  const relay = await openRelay(provider)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await relay.close()
    provider.close()
  })
  const answer = await new Promise<IncomingMessage>((resolve) => get(relay.statesUrl, { agent }, resolve))
  answer.resume()
  expect(answer.headers).toMatchObject({ connection: 'keep-alive' })
  // It would say after how many idle seconds they are.
  expect(answer.headers).not.toHaveProperty('keep-alive')
})
