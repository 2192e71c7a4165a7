import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VerifierOptions } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { startServer } from '../../../src/server/index.js'

test('the standard Pact verifier drives the mock as it is, by its provider states', async () => {
  await using server = await startServer()
  const output = await verifyApart({
    provider: 'store-orders-service',
    providerBaseUrl: server.baseUrl,
    pactUrls: ['contracts/pacts/orders-client-store-orders-service.json'],
    providerStatesSetupUrl: `${server.origin}/__mock/provider-states`,
    logLevel: 'error',
  })
  expect(JSON.parse(String(output))).toMatchObject({ result: true, errors: [], pendingErrors: [] })
})

/** The verifier writes to the standard output, past everything that could stop it: it gets a process of its own. */
async function verifyApart(options: VerifierOptions): Promise<unknown> {
  const program = `
    const { Verifier } = require('@pact-foundation/pact')
    const tell = (output) => process.send(output, () => process.exit())
    new Verifier(${JSON.stringify(options)}).verifyProvider().then(tell, ({ message }) => tell(message))`
  const verifier = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [output] = (await Promise.race([once(verifier, 'message'), once(verifier, 'exit')])) as unknown[]
  return output
}
