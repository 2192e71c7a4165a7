import type { VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { listing, type SmallBroker, startSmallBroker, verifyPacts } from './small-broker.js'

// What a run fetches from a Pact Broker, and what it publishes there. The built package runs it.

const PUBLISH = { publish: true, providerVersion: 'p1' } as const

test('the pacts of main branches, and of what is deployed, are verified and their results published', async () => {
  const broker = await startSmallBroker()
  broker.publish([listing('a list')], { version: '2' })
  broker.publish([listing('a list of the app')], { consumer: 'app', version: '7' })
  const how = { ...PUBLISH, providerBranch: 'main', buildUrl: 'http://ci/1' }
  const { checks } = await verifyPacts({ url: broker.url, ...how })
  expect(checks.map(({ id, name, result }) => ({ id, name, result }))).toEqual([
    { id: 'pact.shop.a-list', name: 'shop 2: a list returns 200', result: 'passed' },
    { id: 'pact.shop.published', name: 'shop 2: the result is published', result: 'passed' },
    { id: 'pact.app.a-list-of-the-app', name: 'app 7: a list of the app returns 200', result: 'passed' },
    { id: 'pact.app.published', name: 'app 7: the result is published', result: 'passed' },
  ])
  expect(selectionOf(broker)).toEqual({
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    includePendingStatus: false,
    providerVersionBranch: 'main',
  })
  expect(broker.results).toMatchObject([
    { success: true, providerApplicationVersion: 'p1', buildUrl: 'http://ci/1', testResults: [{ success: true }] },
    { success: true },
  ])
  const branch = '/pacticipants/store-orders-service/branches/main/versions/p1'
  expect(broker.asked).toContainEqual(expect.objectContaining({ method: 'PUT', path: branch }))
})

test('selectors, tags, the branch and pending pacts are asked for as given', async () => {
  const broker = await startSmallBroker([listing('a list')])
  const { result } = await verifyPacts({
    url: broker.url,
    consumerVersionSelectors: [{ matchingBranch: true }],
    consumerVersionTags: ['prod', 'test'],
    providerBranch: 'feature',
    enablePending: true,
    includeWipPactsSince: '2026-10-01',
  })
  expect(result).toBe('pass')
  expect(selectionOf(broker)).toEqual({
    consumerVersionSelectors: [{ matchingBranch: true }, { tag: 'prod', latest: true }, { tag: 'test', latest: true }],
    includePendingStatus: true,
    includeWipPactsSince: '2026-10-01',
    providerVersionBranch: 'feature',
  })
})

test('a pact that is pending may fail: that is a note, and published as the failure that it is', async () => {
  const broker = await startSmallBroker()
  broker.publish([listing('a tea', 418)], { isPending: true })
  expect(await verifyPacts({ url: broker.url, ...PUBLISH, enablePending: true })).toMatchObject({
    result: 'pass',
    hints: [expect.stringContaining('Without --provider-branch') as string],
    checks: [
      { result: 'note', message: 'Pending, so it does not fail the run: The status: expected 418 but was 200.' },
      { result: 'passed', message: 'p1: failed' },
    ],
  })
  const mismatches = [{ attribute: 'status', description: 'expected 418 but was 200' }]
  expect(broker.results).toMatchObject([{ success: false, testResults: [{ success: false, mismatches }] }])
})

test('a pact with a skipped interaction has no result, and that ends with exit code 3', async () => {
  const moon = listing('a moon', 200, { providerStates: [{ name: 'a full moon' }] })
  const broker = await startSmallBroker([listing('a list'), moon])
  expect(await verifyPacts({ url: broker.url, ...PUBLISH })).toMatchObject({
    error: { exitCode: 3 },
    checks: [
      { result: 'passed' },
      { result: 'skipped' },
      { result: 'error', message: 'The result could not be published: 1 of 2 interactions could not be verified.' },
    ],
  })
  expect(broker.results).toEqual([])
})

test('a run that bails says that results may not have been published', async () => {
  const { url } = await startSmallBroker([listing('a tea', 418)])
  const notes = [expect.stringMatching(/; there may be more\. Results that were not yet published are not\.$/)]
  expect(await verifyPacts({ url, ...PUBLISH }, { bail: true })).toMatchObject({ result: 'fail', notes })
})

test('links that name another host are followed on the broker’s own', async () => {
  const elsewhere = { linkOrigin: 'http://broker.internal:9292', context: '/pacts-here' }
  const broker = await startSmallBroker([listing('a list')], elsewhere)
  expect((await verifyPacts({ url: broker.url, ...PUBLISH, providerBranch: 'main' })).result).toBe('pass')
  expect(broker.results).toMatchObject([{ success: true }])
})

test('a branch that would lead elsewhere on the broker is rejected, and nothing is published', async () => {
  const broker = await startSmallBroker([listing('a list')])
  const { checks } = await verifyPacts({ url: broker.url, ...PUBLISH, providerBranch: '..' })
  expect(checks.at(-1)?.message).toMatch(/Cannot fill in the link "pb:branch-version" .* ".." cannot be a segment/)
  expect(broker.results).toEqual([])
})

test('the notices of the broker about a pact are a note', async () => {
  const notices = [
    { when: 'before_verification', text: 'It is the latest of main.' },
    { when: 'after_verification:success_true_published_false', text: 'It is not pending any more.' },
    { when: 'after_verification:success_false_published_false', text: 'It is still pending.' },
  ]
  const { url } = await startSmallBroker([listing('a list')], { notices })
  expect((await verifyPacts({ url })).checks).toMatchObject([
    { result: 'passed' },
    { id: 'pact.shop.notices', result: 'note', message: 'It is the latest of main. It is not pending any more.' },
  ])
})

test('filters keep the pacts of some consumers, and the interactions that match', async () => {
  const { url, publish } = await startSmallBroker([listing('a list'), listing('a long list'), listing('a tea', 418)])
  publish([listing('a list of the app')], { consumer: 'app' })
  const filtered = async (filters: Partial<VerifyOptions>) =>
    (await verifyPacts({ url }, { defaultPact: true, ...filters })).checks.map(({ id }) => id)
  expect(await filtered({ filterConsumers: ['app'] })).toEqual(['pact.app.a-list-of-the-app'])
  expect(await filtered({ filterConsumers: ['app', 'shop'], filterDescriptions: ['^a l\\w+ list$', 'app$'] })).toEqual([
    'pact.shop.a-long-list',
    'pact.app.a-list-of-the-app',
  ])
  await expect(filtered({ filterConsumers: ['nobody'] })).rejects.toMatchObject({ exitCode: 2 })
  await expect(filtered({ filterDescriptions: ['('] })).rejects.toMatchObject({ exitCode: 2 })
})

function selectionOf({ asked }: SmallBroker): unknown {
  return JSON.parse(asked.find(({ method }) => method === 'POST')?.body ?? '')
}
