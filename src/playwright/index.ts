import { expect, type Route, test as base } from '@playwright/test'
import { ControlClient, type ScenarioName } from '../control-client/index.js'
import { type RunningServer, startServer } from '../server/index.js'

export { expect }

/** The sandbox of a test: what its `orders`, `clock` and `faults` say, and how a client reaches it. */
export type MockedOrders = Awaited<ReturnType<ControlClient['createSandbox']>>

interface TestFixtures {
  /** The scenario that the sandbox starts from; `test.use({ scenario: 'shipped' })` sets it. Default: `default`. */
  readonly scenario: ScenarioName
  /** The requests of the page that go to the sandbox, whatever address and key they have. Default: all below `/v1/`. */
  readonly mockedUrls: string
  /** A sandbox of this test's own. */
  readonly mock: MockedOrders
}

interface WorkerFixtures {
  /** The mock that the tests of a worker share. */
  readonly mockServer: RunningServer
}

/**
 * Playwright's `test` with a mock for each worker and a sandbox for each test. The page's requests to the API reach that
 * sandbox; if a test fails, its report has what was asked of it, and why it was answered as it was.
 *
 * @example
 * test('an order that ships in the meantime stays', async ({ page, mock }) => {
 *   await page.goto('/')
 *   await mock.orders.ship(1)
 *   await page.getByRole('button', { name: 'Cancel order 1' }).click()
 *   await expect(page.getByRole('status')).toHaveText('Order 1 has already shipped.')
 * })
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  scenario: ['default', { option: true }],
  mockedUrls: ['**/v1/**', { option: true }],
  mockServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  mock: async ({ mockServer, scenario }, use, info) => {
    const sandbox = await new ControlClient(mockServer.origin).createSandbox({ scenario })
    await use(sandbox)
    if (info.status !== info.expectedStatus) {
      await info.attach('requests to the mock', { body: await requestsOf(sandbox), contentType: 'text/plain' })
    }
    await sandbox.delete()
  },
  page: async ({ page, mock, mockedUrls }, use) => {
    await page.route(mockedUrls, (route) => answer(route, mock))
    await use(page)
  },
})

/** Answers a request of the page with what the test's sandbox says; a connection that a fault breaks is broken here too. */
async function answer(route: Route, { apiKey, baseUrl }: MockedOrders): Promise<void> {
  const request = route.request()
  const [, path = ''] = /\/v1(\/.*)/.exec(request.url()) ?? []
  const key = request.headers()['authorization'] === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const headers = { ...request.headers(), ...key }
  await route.fetch({ url: baseUrl + path, headers }).then(
    (response) => route.fulfill({ response }),
    () => route.abort('connectionreset'),
  )
}

/** A line for each request, oldest first, and below it why it got its answer. */
async function requestsOf({ requests }: MockedOrders): Promise<string> {
  const lines = (await requests.all()).map(
    ({ at, method, path, status, reason }) =>
      `${at}  ${method} ${path}  ${status === 0 ? 'no answer' : status}\n    ${reason}`,
  )
  return lines.length === 0 ? 'No request reached the mock.' : lines.join('\n')
}
