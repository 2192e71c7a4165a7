import type { VerifierAnswer, VerifierJob } from './start-verifier.js'

// A program of its own: Pact's native verifier writes to the standard output of its process, where nothing in JavaScript
// can stop it, and would spoil the reports.

process.env['PACT_DO_NOT_TRACK'] = 'true'
const loading = import('@pact-foundation/pact')

process.on('message', (job: VerifierJob) => {
  void verify(job).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())

async function verify({ pactFile, baseUrl, values, states, timeoutMs }: VerifierJob): Promise<VerifierAnswer> {
  const { Verifier } = await loading
  const verifier = new Verifier({
    providerBaseUrl: baseUrl,
    pactUrls: [pactFile],
    stateHandlers: Object.fromEntries(states.map((name) => [name, async () => ({ ...values })])),
    timeout: timeoutMs,
    logLevel: 'error',
  })
  try {
    await verifier.verifyProvider()
    return { passed: true }
  } catch (error) {
    return { passed: false, report: (error as Error).message }
  }
}
