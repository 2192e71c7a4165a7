import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { listen, stopListening } from '../../../src/node/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'
import { panelPage } from '../../../.build/panel.mjs'
import { bundle } from '../../bundle.js'
import { missingChromium, test as testInChromium } from '../../chromium.js'

/** A tab of a front end in which the API is mocked; all tabs of a test are of one origin and one profile. */
export type Tab = Awaited<ReturnType<typeof openTab>>

type OpenTab = (options?: object, prepare?: (page: Page, origin: string) => Promise<unknown>) => Promise<Tab>

/** Tests of the mock in Chromium, behind the service worker of msw: each has an origin's storage of its own. */
export const test = testInChromium.extend<{ openTab: OpenTab; origin: string | undefined }>({
  origin: [
    async ({ browser }, use) => {
      if (browser === undefined) return await use(undefined)
      const { origin, server } = await serveShop()
      await use(origin)
      await stopListening(server)
      return undefined
    },
    { scope: 'file' },
  ],
  openTab: async ({ browser, origin, skip }, use) => {
    if (browser === undefined || origin === undefined) return skip(missingChromium)
    const context = await browser.newContext()
    await use(async (options = {}, prepare = () => Promise.resolve()) => {
      const page = await context.newPage()
      await prepare(page, origin)
      return await openTab(page, `${origin}/#${encodeURIComponent(JSON.stringify(options))}`)
    })
    await context.close()
    return undefined
  },
})

async function openTab(page: Page, url: string) {
  /** What the mock has printed in the console. */
  const printed: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('orders-mock:')) printed.push(message.text())
  })
  const isReady = (): Promise<unknown> => page.waitForFunction('document.title === "ready"')
  await page.goto(url)
  await isReady()
  return {
    page,
    printed,
    /** Sends requests at once, lines such as `DELETE /v1/store/orders/1`, and returns the statuses of the responses. */
    send: async (...lines: string[]) =>
      (
        await page.evaluate(
          sendAll,
          lines.map((line) => ({ line })),
        )
      ).map(({ status }) => status),
    /** Sends a request to the control API; the body of the response is read exactly, if there is any. */
    control: async (line: string, body?: unknown) => {
      const call = { line: line.replace(' ', ' /__mock'), ...(body !== undefined && { body: stringifyJson(body) }) }
      const [{ status, text } = { status: 0, text: '' }] = await page.evaluate(sendAll, [call])
      return { status, body: text === '' ? undefined : parseJson(text) }
    },
    reload: async () => {
      await page.reload()
      await isReady()
    },
  }
}

async function sendAll(calls: readonly { line: string; body?: string }[]) {
  const answers = calls.map(async ({ line, body }) => {
    const [method = '', path = ''] = line.split(' ')
    const headers = { authorization: 'Bearer test-key' }
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, text: await response.text() }
  })
  return await Promise.all(answers)
}

async function serveShop() {
  const modules = await bundle(fileURLToPath(new URL('page.js', import.meta.url)), {
    platform: 'browser',
    plugins: [panelPage()],
  })
  const worker = await readFile(new URL(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')
  const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'
  const files = new Map([
    ['/', { type: 'text/html', text: html }],
    ['/mockServiceWorker.js', { type: 'text/javascript', text: worker }],
    ...Array.from(modules, ([name, text]) => [`/${name}`, { type: 'text/javascript', text }] as const),
  ])
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': file.type }).end(file.text)
  })
  return { origin: await listen(server, { host: '127.0.0.1', port: 0 }), server }
}
