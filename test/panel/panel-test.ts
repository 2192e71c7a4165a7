import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Sandbox } from '../../src/core/index.js'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/index.js'
import { missingChromium, test as testInChromium } from '../chromium.js'

export interface OpenedPage {
  readonly page: Page
  readonly server: RunningServer
  /** The sandbox of the server's own key. */
  readonly main: Sandbox
  /** What the browser complained of: errors of scripts, and what the page's policy refused. */
  readonly complaints: string[]
}

export interface OpenOptions {
  /** Below the origin. */
  readonly path?: string
  /** What the page calls the machine. Default: the server's own name for it. */
  readonly host?: string
  readonly serve?: ServerOptions
  /** A server that runs already; it is left alone. */
  readonly server?: RunningServer
  /** Whether it has a profile of its own, because the test changes more than its page, such as the clock of all pages. */
  readonly isApart?: boolean
}

/** Opens a page of the panel as a person sees it. */
type Open = (options?: OpenOptions) => Promise<OpenedPage>

type Tab = Pick<OpenedPage, 'page' | 'complaints'>

const VIEWPORT = { width: 1280, height: 720 }

interface Fixtures {
  /** The profile of all tabs. */
  readonly context: BrowserContext | undefined
  /** Tabs that nobody uses just now: to open one costs more than to load a page. */
  readonly idleTabs: Tab[]
  readonly open: Open
}

/** Tests of the panel: servers, each an origin of its own, that end with the test. */
export const test = testInChromium.extend<Fixtures>({
  context: [
    async ({ browser }, use) => {
      await use(browser && (await newProfile(browser)))
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
  idleTabs: [async ({}, use) => await use([]), { scope: 'worker' }],
  open: async ({ browser, context, idleTabs, skip }, use) => {
    if (browser === undefined || context === undefined) return skip(missingChromium)
    const ends: (() => Promise<unknown>)[] = []
    await use(async ({ path = '/', host, serve, server: running, isApart = false } = {}) => {
      const server = running ?? (await startServer(serve))
      const own = isApart ? await newProfile(browser) : undefined
      const tab = (own ? undefined : idleTabs.pop()) ?? (await newTab(own ?? context))
      ends.push(() => own?.close() ?? leave(tab).then(() => idleTabs.push(tab)))
      if (running === undefined) ends.push(() => server.close())
      const url = new URL(server.origin + path)
      if (host !== undefined) url.hostname = host
      await tab.page.goto(url.href)
      return { ...tab, server, main: server.mock.sandbox() }
    })
    for (const end of ends) await end()
    return undefined
  },
})

async function newProfile(browser: Browser): Promise<BrowserContext> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ permissions, reducedMotion: 'reduce', viewport: VIEWPORT })
  // Long enough for a busy machine.
  context.setDefaultTimeout(120_000)
  return context
}

async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}

/** Leaves the page as the next test expects it. */
async function leave({ page, complaints }: Tab): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ colorScheme: 'light' })
  complaints.length = 0
}

export function orderRow(page: Page, id: string): Locator {
  const head = page.getByRole('rowheader', { name: id, exact: true })
  return page.getByRole('row').filter({ has: head })
}

/** The ids of the orders that are there, from top to bottom. */
export async function orderIds(page: Page): Promise<string[]> {
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  return await page.getByRole('rowheader').allTextContents()
}

/** The label or the words of what has the focus. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()')
}

/** Waits until the page tells this in its notice. */
export async function said(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

/** Presses a button, and waits until the page tells this in its notice. */
export async function press(page: Page, button: string | RegExp, notice: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await said(page, notice)
}

/** Fills in fields by their labels, and presses a button. */
export async function submit(
  form: Page | Locator,
  fields: Readonly<Record<string, string>>,
  button: string,
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: button }).click()
}

/** Sends a request to the API, with the key of the server; answers its status. */
export async function send(server: RunningServer, method: string, path: string, body?: string): Promise<number> {
  const headers = { authorization: `Bearer ${server.apiKey}` }
  return (await fetch(server.baseUrl + path, { method, headers, ...(body && { body }) })).status
}

/** Gives the panel something of everything to show. */
export async function fillIn(server: RunningServer): Promise<void> {
  const long = `/store/orders/${'9'.repeat(80)}`
  for (const path of ['/store/orders', long, '/pets/11']) await send(server, 'GET', path)
  const box = server.mock.sandbox()
  box.orders.add({ id: 4711, shipAfter: 'P1D' })
  box.orders.add({ id: 4712, petId: 11, shipDate: '2026-11-23T12:00:00Z', status: 'cancelled' })
  box.faults.set([
    { operation: 'cancelOrder', kind: 'status', status: 503, times: 3, message: 'Come back later, please.' },
    { kind: 'delay', delayMs: { min: 1, max: 2 } },
  ])
  server.mock.createSandbox({ name: 'a-name-that-is-as-long-as-it-may-be-'.padEnd(100, 'x') })
}
