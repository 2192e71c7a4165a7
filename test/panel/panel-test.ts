import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { test as base } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/index.js'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'

/** A page of a server that both end with the test. */
export interface OpenedPage {
  readonly page: Page
  readonly server: RunningServer
  /** What the browser complained of: errors of scripts, and what the page's policy refused. */
  readonly complaints: string[]
}

export interface OpenOptions {
  /** Below the origin. */
  readonly path?: string
  /** What the page calls the machine. Default: the server's own name for it. */
  readonly host?: string
  readonly serve?: ServerOptions
  readonly context?: BrowserContextOptions
  /** A server that runs already; it is left alone. */
  readonly server?: RunningServer
}

/** Opens a page of the panel as a person sees it. */
type Open = (options?: OpenOptions) => Promise<OpenedPage>

/** A name that another site has given to this machine. */
export const FOREIGN_HOST = 'evil.example'

const FLAGS = [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`]

/** Tests of the panel: each has servers and pages of its own, one browser for a file. */
export const test = base.extend<{ open: Open; browser: Browser | undefined }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const executablePath = chromiumPath ?? 'chromium'
      const browser = missingChromium === undefined ? await chromium.launch({ executablePath, args: FLAGS }) : undefined
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, skip }, use) => {
    if (browser === undefined) return skip(missingChromium)
    const ends: (() => Promise<void>)[] = []
    await use(async ({ path = '/', host, serve, context: how, server: running } = {}) => {
      const server = running ?? (await startServer(serve))
      const context = await browser.newContext(how)
      ends.push(() => context.close(), ...(running === undefined ? [() => server.close()] : []))
      const page = await context.newPage()
      // Long enough for a busy machine.
      page.setDefaultTimeout(120_000)
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      const url = new URL(server.origin + path)
      if (host !== undefined) url.hostname = host
      await page.goto(url.href)
      return { page, server, complaints }
    })
    for (const end of ends) await end()
    return undefined
  },
})

/** The row of an order, by its id. */
export function orderRow(page: Page, id: string): Locator {
  const head = page.getByRole('rowheader', { name: id, exact: true })
  return page.getByRole('row').filter({ has: head })
}

/** The ids of the orders that are there, from top to bottom. */
export async function orderIds(page: Page): Promise<string[]> {
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  return await page.getByRole('rowheader').allTextContents()
}
