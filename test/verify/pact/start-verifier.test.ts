import { expect, test } from 'vitest'
import { startPactVerifier } from '../../../dist/verify/pact/start-verifier.js'

const JOB = { baseUrl: 'http://127.0.0.1:1', statesUrl: 'http://127.0.0.1:1', timeoutMs: 1_000 }

test("a job for Pact's verifier that has ended fails, and crashes nothing", async () => {
  const verifier = startPactVerifier()
  await verifier.close()
  await expect(verifier.verify({}, JOB)).rejects.toThrow(/^Pact's verifier ended unexpectedly/)
})
