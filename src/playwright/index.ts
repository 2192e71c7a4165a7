import { type BrowserContext, expect, type Route, test as base } from '@playwright/test'
import { ControlClient, type RequestEntry, type ScenarioName } from '../control-client/index.js'
import { type RunningServer, startServer } from '../server/index.js'
import { operations } from '../spec/index.js'

export { expect }

/** The sandbox of a test, with `orders`, `clock` and `faults`, and its address for a client. */
export type MockedOrders = Awaited<ReturnType<ControlClient['createSandbox']>>

export interface TestFixtures {
  /** The scenario that the sandbox starts from; `test.use({ scenario: 'shipped' })` sets it. Default: `default`. */
  readonly scenario: ScenarioName
  /**
   * Among which requests those to the API are looked for, whatever host and key they have; what is below `/v1/store` or
   * `/v1/pets` then goes to the sandbox, but for scripts and other parts of pages. Default: all below `/v1/`.
   */
  readonly mockedUrls: string
  /** The sandbox of this test alone. */
  readonly mock: MockedOrders
}

export interface WorkerFixtures {
  /** The mock that the tests of a worker share. */
  readonly mockServer: RunningServer
  /** Where the requests of contexts go: to the test's sandbox; outside of tests, to the sandbox `main`. @internal */
  readonly mockInUse: { target: Pick<MockedOrders, 'apiKey' | 'baseUrl'>; urls: string }
}

const MOCKED_URLS = '**/v1/**'
/** Its types take a built-in option for none when it gets another default. */
const AS_OPTION = { scope: 'test', option: true } as const
/** How many requests that missed the sandbox of a test its report lists. */
const MAX_STRAYS = 100

/**
 * Playwright's `test` with a mock for each worker and a sandbox for each test. What the test's browser contexts send to the
 * API reaches that sandbox, from popups, frames and further pages, and from contexts that the test creates itself with
 * `browser.newContext()`. Service workers are blocked, because Playwright does not see all that they send; with
 * `test.use({ serviceWorkers: 'allow' })` their requests may reach the real API. So may those of Playwright's `request`, and
 * of browsers that the test launches itself. If a test fails, its report lists the requests to the mock, and the reason
 * for each response.
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
  mockedUrls: [MOCKED_URLS, { option: true }],
  serviceWorkers: [({ contextOptions }, use) => use(contextOptions.serviceWorkers ?? 'block'), AS_OPTION],
  mockServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  mockInUse: [({ mockServer }, use) => use({ target: mockServer, urls: MOCKED_URLS }), { scope: 'worker' }],
  browser: [
    async ({ browser, mockInUse }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => await withMock(await newContext(options), mockInUse)
      await use(browser)
    },
    { scope: 'worker', timeout: 0 },
  ],
  mock: [
    async ({ mockServer, mockInUse, scenario, mockedUrls }, use, info) => {
      const sandbox = await new ControlClient(mockServer.origin).createSandbox({ scenario })
      const strays: string[] = []
      const unsubscribe = mockServer.mock.subscribe((event) => {
        if (event.type !== 'request' || event.sandbox === sandbox.name || strays.length === MAX_STRAYS) return
        const { key } = event.entry
        strays.push(`${lineOf(event.entry)} (${key === undefined ? 'no API key' : `API key ${key}`})`)
      })
      Object.assign(mockInUse, { target: sandbox, urls: mockedUrls })
      await use(sandbox)
      Object.assign(mockInUse, { target: mockServer, urls: MOCKED_URLS })
      unsubscribe()
      if (info.status !== info.expectedStatus) {
        const own = (await sandbox.requests.all()).map(lineOf)
        await info.attach('requests to the mock', { body: reportOf(own, strays), contentType: 'text/plain' })
      }
      await sandbox.delete()
    },
    // For the contexts that a test creates itself.
    { auto: true },
  ],
  // In an editor, Playwright may use the context of the test before again, without `newContext`.
  context: async ({ context, mockInUse }, use) => use(await withMock(context, mockInUse)),
})

async function withMock(context: BrowserContext, mockInUse: WorkerFixtures['mockInUse']): Promise<BrowserContext> {
  await context.route(mockInUse.urls, (route) => answer(route, mockInUse.target))
  return context
}

const AREAS = [...new Set(Object.values(operations).map(({ path }) => path.split('/')[1]))].join('|')
/** All requests to the API, misspelt ones included: they must not reach a real one. */
const OF_API = new RegExp(String.raw`^[^?#]*?/v1(/+(?:${AREAS})(?:[/?#].*)?)$`)
/** What code sends, beacons and preflights included, rather than what pages are made of. */
const FROM_CODE = /^(?:fetch|xhr|ping|other)$/

/** Responds to a request to the API from the sandbox; a connection that a fault breaks is broken here too. */
async function answer(route: Route, { apiKey, baseUrl }: WorkerFixtures['mockInUse']['target']): Promise<void> {
  const request = route.request()
  const [, path] = OF_API.exec(request.url()) ?? []
  if (path === undefined || !FROM_CODE.test(request.resourceType())) return route.fallback()
  const key = request.headers()['authorization'] === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const headers = { ...request.headers(), ...key }
  await route.fetch({ url: baseUrl + path, headers }).then(
    (response) => route.fulfill({ response }),
    () => route.abort('connectionreset'),
  )
}

/** The line of a report for a request, and why it got its response. */
function lineOf({ at, method, path, status, reason }: Omit<RequestEntry, 'fault'>): string {
  return `${at}  ${method} ${path}  ${status === 0 ? 'no response' : status}\n    ${reason}`
}

/** All requests to a sandbox; if there were none, those that came to the mock without a key, or with another sandbox's. */
function reportOf(own: readonly string[], strays: readonly string[]): string {
  if (own.length > 0) return own.join('\n')
  if (strays.length === 0) return 'No request reached the mock.'
  return `No request reached the sandbox of the test. The mock got these requests instead:\n${strays.join('\n')}`
}
