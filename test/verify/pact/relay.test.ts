import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { connectProvider } from '../../../src/verify/provider.js'
import { comparableBody } from '../../../src/verify/pact/comparable-body.js'
import { interactionsOf } from '../../../src/verify/pact/interaction.js'
import { throughRelay } from '../../../src/verify/pact/relay.js'
import { NO_STATES } from '../../../src/verify/states/open-states.js'

test('connections that Pact’s verifier keeps while a provider is slow are not closed under its hands', async () => {
  const where = { baseUrl: 'http://127.0.0.1:1/v1', key: 'key', headers: {}, timeoutMs: 1000, signal: undefined }
  const provider = connectProvider(where, NO_STATES)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    provider.close()
  })
  const [interaction] = interactionsOf({ interactions: [{ description: 'a list' }] }, '') ?? []
  if (interaction === undefined) throw new Error('The pact has an interaction.')
  const [headers, exchange] = await throughRelay(provider, interaction, {}, async (_, statesUrl) => {
    const answer = await new Promise<IncomingMessage>((resolve) => get(statesUrl, { agent }, resolve))
    answer.resume()
    agent.destroy()
    return answer.headers
  })
  expect(exchange).toBeUndefined()
  expect(headers).toMatchObject({ connection: 'keep-alive' })
  // It would say after how many idle seconds they are.
  expect(headers).not.toHaveProperty('keep-alive')
})

test('of a long list as many elements are compared as the pact demands', () => {
  const list = Array.from({ length: 5_000 }, (_, id) => ({ id, note: 'x'.repeat(250) }))
  const pact = { matchingRules: { body: { $: { matchers: [{ match: 'type', min: 3_000 }] } } } }
  const compared = JSON.parse(comparableBody(JSON.stringify(list), pact, { orderId: 4_999 })) as { id: number }[]
  expect(compared.length).toBeGreaterThan(3_000)
  expect(compared.length).toBeLessThan(5_000)
  expect(compared.at(-1)?.id).toBe(4_999)
})
