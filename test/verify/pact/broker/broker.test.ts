import { verifyProvider, type BrokerOptions, type VerificationReport, type VerifyOptions } from 'orders-mock/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningProvider } from '../../providers/running-provider.js'
import { startSmallProvider } from '../../providers/small-provider.js'
import { listing, publishPact } from './publish-pact.js'
import { type SmallBroker, startSmallBroker } from './small-broker.js'

// What a run fetches from a Pact Broker, and what it publishes there. The built package runs it.

let provider: RunningProvider
beforeAll(async () => {
  provider = await startSmallProvider()
})
afterAll(() => provider.close())

test('the pacts of main branches, and of what is deployed, are verified and their results published', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('an old list', 404)], { version: '1' })
  publishPact(broker, [listing('a list')], { version: '2' })
  publishPact(broker, [listing('a list of the app')], {
    consumer: 'app',
    version: '7',
    branch: 'next',
  }).isDeployed = true
  const report = await run(broker, {
    publish: true,
    providerVersion: 'p1',
    providerBranch: 'main',
    buildUrl: 'http://ci/1',
  })
  expect(report.checks.map(({ id, name, result }) => ({ id, name, result }))).toEqual([
    { id: 'pact.shop.a-list', name: 'shop 2: a list is answered with 200', result: 'passed' },
    { id: 'pact.shop.published', name: 'shop 2: the result is published', result: 'passed' },
    { id: 'pact.app.a-list-of-the-app', name: 'app 7: a list of the app is answered with 200', result: 'passed' },
    { id: 'pact.app.published', name: 'app 7: the result is published', result: 'passed' },
  ])
  expect(broker.store.results).toMatchObject([
    { success: true, providerApplicationVersion: 'p1', buildUrl: 'http://ci/1', testResults: [{ success: true }] },
    { success: true },
  ])
  expect([...broker.store.branchVersions]).toEqual(['store-orders-service main p1'])
})

test('the selectors, the branch and what is pending are asked for as given', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list')], { branch: 'feature' })
  const report = await run(broker, {
    consumerVersionSelectors: [{ matchingBranch: true }],
    providerBranch: 'feature',
    enablePending: true,
    includeWipPactsSince: '2026-10-01',
  })
  expect(report.result).toBe('pass')
  const selection = broker.asked.find(({ method }) => method === 'POST')
  expect(JSON.parse(selection?.body ?? '')).toEqual({
    consumerVersionSelectors: [{ matchingBranch: true }],
    includePendingStatus: true,
    includeWipPactsSince: '2026-10-01',
    providerVersionBranch: 'feature',
  })
})

test('a pact that is pending may fail: that is a note, and published as the failure that it is', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a tea', 418)])
  const report = await run(broker, { enablePending: true, publish: true, providerVersion: 'p1' })
  expect(report).toMatchObject({
    result: 'pass',
    checks: [
      { result: 'note', message: 'Pending, so it fails nothing yet: The status is 200, not 418.' },
      { result: 'passed', message: 'p1: failed' },
    ],
  })
  const mismatches = [{ attribute: 'status', description: 'expected 418 but was 200' }]
  expect(broker.store.results).toMatchObject([{ success: false, testResults: [{ success: false, mismatches }] }])
})

test('work in progress is pending, and what a version of the branch has kept is not pending any more', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list')])
  const wip = publishPact(broker, [listing('a tea', 418)], { version: '2', branch: 'next' })
  const options = { enablePending: true, includeWipPactsSince: '2026-01-01', providerBranch: 'main' }
  expect((await run(broker, options)).checks.map(({ result }) => result)).toEqual(['passed', 'note'])
  wip.isDeployed = true
  broker.store.branchVersions.add('store-orders-service main p0')
  broker.store.results.push({ sha: wip.sha, provider: wip.provider, providerApplicationVersion: 'p0', success: true })
  expect((await run(broker, options)).checks.map(({ result }) => result)).toEqual(['passed', 'failed'])
})

test('of a pact that fails, what differs is published', async () => {
  await using broker = await startSmallBroker()
  const pact = publishPact(broker, [listing('a list'), listing('a tea', 418)])
  const report = await run(broker, { publish: true, providerVersion: 'p1' })
  expect(report.result).toBe('fail')
  expect(broker.store.results).toMatchObject([
    {
      success: false,
      testResults: [
        { interactionId: `${pact.sha}-0`, interactionDescription: 'a list', success: true },
        { interactionId: `${pact.sha}-1`, interactionDescription: 'a tea', success: false },
      ],
    },
  ])
})

test('a pact of which something was skipped has no result, and that ends with exit code 3', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list'), listing('a moon', 200, { providerStates: [{ name: 'a full moon' }] })])
  expect(await run(broker, { publish: true, providerVersion: 'p1' })).toMatchObject({
    error: { exitCode: 3 },
    checks: [
      { result: 'passed' },
      { result: 'skipped' },
      { result: 'error', message: 'Nothing is published: 1 of 2 interactions could not be verified.' },
    ],
  })
  expect(broker.store.results).toEqual([])
})

test('links that name another host are followed on the broker’s own', async () => {
  await using broker = await startSmallBroker({ linkOrigin: 'http://broker.internal:9292', context: '/pacts-here' })
  publishPact(broker, [listing('a list')])
  const report = await run(broker, { publish: true, providerVersion: 'p1', providerBranch: 'main' })
  expect(report.result).toBe('pass')
  expect(broker.store.results).toMatchObject([{ success: true }])
})

test('tags select the latest version that has them', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list')])
  await run(broker, { consumerVersionTags: ['prod', 'test'] })
  const selection = broker.asked.find(({ method }) => method === 'POST')
  expect(JSON.parse(selection?.body ?? '')).toMatchObject({
    consumerVersionSelectors: [
      { tag: 'prod', latest: true },
      { tag: 'test', latest: true },
    ],
  })
})

test('a broker may have no pact', async () => {
  await using broker = await startSmallBroker()
  expect(await run(broker, { ignoreNoPacts: true })).toMatchObject({
    result: 'pass',
    checks: [{ id: 'pact.no-pacts', result: 'note', message: expect.stringContaining('knows no provider') as string }],
  })
})

test('what the broker says of a pact is a note', async () => {
  const notices = [
    { when: 'before_verification', text: 'It is the latest of main.' },
    { when: 'after_verification:success_true_published_false', text: 'It is not pending any more.' },
    { when: 'after_verification:success_false_published_false', text: 'It is still pending.' },
  ]
  await using broker = await startSmallBroker({ notices })
  publishPact(broker, [listing('a list')])
  expect((await run(broker)).checks).toMatchObject([
    { result: 'passed' },
    { id: 'pact.shop.notices', result: 'note', message: 'It is the latest of main. It is not pending any more.' },
  ])
})

test('filters leave the pacts of some consumers, and the interactions that match', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list'), listing('a long list'), listing('a tea', 418)])
  publishPact(broker, [listing('a list of the app')], { consumer: 'app' })
  const filtered = async (filters: Partial<VerifyOptions>) =>
    (await run(broker, {}, { defaultPact: true, ...filters })).checks.map(({ id }) => id)
  expect(await filtered({ filterConsumers: ['app'] })).toEqual(['pact.app.a-list-of-the-app'])
  expect(await filtered({ filterConsumers: ['app', 'shop'], filterDescriptions: ['^a l\\w+ list$', 'app$'] })).toEqual([
    'pact.shop.a-long-list',
    'pact.app.a-list-of-the-app',
  ])
  await expect(filtered({ filterConsumers: ['nobody'] })).rejects.toMatchObject({ exitCode: 2 })
  await expect(filtered({ filterDescriptions: ['('] })).rejects.toMatchObject({ exitCode: 2 })
})

test('what is pending without a branch is a hint', async () => {
  await using broker = await startSmallBroker()
  publishPact(broker, [listing('a list')])
  const hint = expect.stringContaining('--enable-pending needs --provider-branch') as string
  expect((await run(broker, { enablePending: true })).hints).toEqual([hint])
})

function run(
  { url }: SmallBroker,
  broker: BrokerOptions = {},
  options: Partial<VerifyOptions> = {},
): Promise<VerificationReport> {
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  return verifyProvider({
    baseUrl,
    key,
    states,
    defaultPact: false,
    checks: ['pact'],
    broker: { url, ...broker },
    ...options,
  })
}
