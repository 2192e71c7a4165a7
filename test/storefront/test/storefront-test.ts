import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { test as base } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/index.js'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../../chromium.js'
import { serveBuild, storefront } from './serve-build.js'

/** Where the API of a storefront is: on a server, or in the page by a service worker. */
export type Place = 'server' | 'worker'

const scenarios = fileURLToPath(new URL('../scenarios', import.meta.url))
const VIEWPORT = { width: 1280, height: 720 }
const WORKER_URL = 'https://api.example.com/v1'

export interface OpenOptions {
  /** Whose sandbox is to be seen: that of a scenario, which nobody else uses. Without one, no key is known. */
  readonly scenario?: string
  /** The name of the sandbox. Default: one of its own. */
  readonly name?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

interface Fixtures {
  /** The browser, if there is one here. */
  readonly context: BrowserContext | undefined
  /** Tabs that nobody uses just now: to open one costs more than to load a page. */
  readonly idleTabs: Page[]
  /** The mock that all storefronts of a file share. */
  readonly server: RunningServer
  /** Where the two builds of the storefront are. */
  readonly addresses: Readonly<Record<Place, string>>
  /** Opens the storefront as somebody who uses it. */
  readonly open: (place: Place, options?: OpenOptions) => Promise<Page>
}

/** Tests of the storefront: one browser and one server for a file, a tab and a sandbox for each visitor. */
export const test = base.extend<Fixtures>({
  context: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      if (missingChromium !== undefined) return await use(undefined)
      const executablePath = chromiumPath ?? 'chromium'
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
      const context = await browser.newContext()
      // Pages take their time where many tests run at once.
      context.setDefaultTimeout(120_000)
      await use(context)
      await browser.close()
      return undefined
    },
    { scope: 'file' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  idleTabs: [async ({}, use) => await use([]), { scope: 'file' }],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await using server = await startServer({ fixtures: scenarios })
      await use(server)
    },
    { scope: 'file' },
  ],
  addresses: [
    async ({ context, server: { baseUrl } }, use) => {
      if (context === undefined) return await use({ server: '', worker: '' })
      await using server = await serveBuild(storefront, { VITE_ORDERS_URL: baseUrl })
      await using worker = await serveBuild(storefront, { VITE_ORDERS_URL: WORKER_URL, VITE_MOCK: 'true' })
      await use({ server: server.address, worker: worker.address })
      return undefined
    },
    { scope: 'file' },
  ],
  open: async ({ context, addresses, idleTabs, skip }, use) => {
    if (context === undefined) return skip(missingChromium)
    const pages: Page[] = []
    await use(async (place, { scenario, name = randomUUID(), colorScheme = 'light', viewport = VIEWPORT } = {}) => {
      const page = idleTabs.pop() ?? (await newTab(context))
      pages.push(page)
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      // The key is the tab's own, so each tab can have another sandbox. It is set where no storefront runs yet.
      await page.goto(`${addresses[place]}/no-such-file`)
      const key = scenario === undefined ? undefined : `test-key~${scenario}~${name}`
      await page.evaluate(
        key === undefined ? 'sessionStorage.clear()' : `sessionStorage.setItem('orders-key', '${key}')`,
      )
      await page.goto(addresses[place])
      return page
    })
    idleTabs.push(...pages)
    return undefined
  },
})

/** A tab that writes down what its pages say aloud, because some of it is said for a moment only. */
async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.said = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const text = (target.closest?.('[role=status]') ? target : target.parentElement?.closest('[role=status]'))?.textContent
        if (text && text !== said.at(-1)) said.push(text)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  `)
  return page
}

/** What a page has said aloud so far. */
export async function said(page: Page): Promise<unknown> {
  return await page.evaluate('said')
}
