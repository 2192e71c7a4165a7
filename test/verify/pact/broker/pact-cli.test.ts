import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Ended, runCommand } from '../../../cli/command.js'
import { installTools } from '../../../npm-project.js'
import { startSmallProvider } from '../../providers/small-provider.js'
import { listing, type PublishedResult, type SmallBroker, startSmallBroker } from './small-broker.js'

// The command with a broker, beside Pact's own verifier.

const provider = await startSmallProvider(undefined, { apiKey: 'some-key' })
afterAll(provider.close)

test('PACT_URL of a webhook is the one pact, and no other is selected', async () => {
  const broker = await startSmallBroker([listing('a tea', 418)])
  const PACT_URL = broker.publish([listing('a list')])
  const options = ['--broker', broker.url, '--no-default-pact', '--publish', '--provider-version', 'p1']
  expect(await verify(options, { PACT_URL })).toMatchObject({ code: 0 })
  expect(broker.results).toMatchObject([{ sha: PACT_URL.split('/').at(-1), success: true }])
})

test('a broker that rejects requests ends the command with 3 and its reason', async () => {
  const broker = await startSmallBroker([], { authorization: 'Bearer other' })
  const { code, stdout, stderr } = await verify(['--report', 'json'], {
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_USERNAME: 'ann',
    PACT_BROKER_PASSWORD: 's3cret',
  })
  expect(code).toBe(3)
  expect(stderr).toMatch(/^orders-mock: GET http:\S+ returned 401 .*You are not authorised\..* Check PACT_/)
  expect(JSON.parse(stdout)).toMatchObject({ result: 'error', error: { exitCode: 3 } })
  expect(stdout + stderr).not.toContain('s3cret')
})

test.each([
  ['kept', [listing('a list')]],
  ['broken', [listing('a list'), listing('a tea', 418)]],
])('the result of a pact that is %s is published as by Pact’s own verifier', async (_, interactions) => {
  // Before the command runs here, which takes the environment of this process away.
  const tools = await installTools('@pact-foundation/pact-cli@18.1.2')
  const [own, theirs] = await Promise.all([
    published(interactions, ({ url }) =>
      verify(['--broker', url, '--no-default-pact', ...PUBLISH, '--consumer-version-selectors', SELECTORS]),
    ),
    published(interactions, ({ url }) => {
      const { hostname, port } = new URL(provider.baseUrl)
      const at = ['--hostname', hostname, '--port', port, '--provider-name', 'store-orders-service']
      return pact(tools, ['verifier', '--broker-url', url, ...at, ...PUBLISH, '--consumer-version-selectors', SELECTOR])
    }),
  ])
  expect(own).toEqual(theirs)
})

const SELECTOR = '{"branch":"main"}'
const SELECTORS = `[${SELECTOR}]`
const PUBLISH = ['--publish', '--provider-version', 'p1', '--provider-branch', 'main', '--build-url', 'http://ci/1']

/** What a verifier publishes, less its own name, and what it asked for on the way. */
async function published(interactions: readonly object[], verifier: (broker: SmallBroker) => Promise<unknown>) {
  const broker = await startSmallBroker(interactions)
  await verifier(broker)
  const written = broker.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { results: broker.results.map(comparable), written }
}

// Pact leaves the description out where all have passed.
function comparable({ testResults, verifiedBy, ...result }: PublishedResult): object {
  expect(verifiedBy).toBeDefined()
  return { ...result, testResults: testResults?.map((each) => ({ ...each, interactionDescription: undefined })) }
}

function verify(options: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { baseUrl, apiKey, statesUrl } = provider
  const how = ['--key', apiKey, '--states', statesUrl, '--checks', 'pact']
  return runCommand(['verify', baseUrl, ...how, ...options], env)
}

async function pact(tools: string, args: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], PACT_DO_NOT_TRACK: 'true' }
  await once(spawn(join(tools, '.bin/pact'), args, { env, stdio: 'ignore' }), 'close')
}
