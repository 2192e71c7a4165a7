import { createServer } from 'node:http'
import { expect, test as base } from 'orders-mock/playwright'
import { listen, stopListening } from '../../../src/node/index.js'

export { expect }

/** An application and, at the same origin, the real API, which no test may reach. */
interface Shop {
  readonly origin: string
  /** What reached the real API. */
  readonly real: string[]
}

const CALL = `fetch('/v1/store/orders', { headers: { authorization: 'Bearer real-key' } })`
const SHOW = `.then(({ status }) => (document.title = 'status ' + status), ({ name }) => (document.title = name))`

const PAGES: Readonly<Record<string, string>> = {
  '/': '<title>The shop</title><a href="/orders" target="_blank">Orders</a>',
  '/orders': `<script>${CALL}${SHOW}</script>`,
  '/without-key': `<script>fetch('/v1/store/orders')${SHOW}</script>`,
  '/frame': '<iframe src="/orders"></iframe>',
  '/behind-a-worker': `<script>(async () => {
    const { serviceWorker } = navigator
    // Playwright gives none where it blocks them.
    const registration = await serviceWorker.register('/sw.js')
    if (registration && !serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
    ${CALL}${SHOW}
  })()</script>`,
  '/modules': `<link rel="stylesheet" href="/src/v1/store/app.css"><script type="module" src="/src/v1/store/orders.js"></script>`,
  '/misspelt': `<script>(async () => {
    const headers = { authorization: 'Bearer real-key' }
    const ask = async (path, method = 'GET') => (await fetch('/shop/v1' + path, { method, headers })).status
    const beacon = navigator.sendBeacon('/v1/store/orders', 'x')
    const all = [await ask('//store/orders'), await ask('/store/order/1', 'DELETE'), await ask('/pets')]
    document.title = all.join()
  })()</script>`,
}

const SCRIPTS: Readonly<Record<string, string>> = {
  '/sw.js': `addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => event.respondWith(fetch(event.request)))`,
  '/src/v1/store/orders.js': `import { words } from './words.js'
    const { text } = await (await fetch('/src/v1/texts.json')).json()
    const worker = new Worker('/src/v1/store/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => (document.title = [words, text, data, getComputedStyle(document.body).opacity].join())`,
  '/src/v1/store/words.js': `export const words = 'module'`,
  '/src/v1/store/worker.js': `postMessage('worker')`,
  '/src/v1/texts.json': '{"text":"json"}',
}

/** The entry's `test`, with an application that has a real API. */
export const test = base.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const real: string[] = []
      const server = createServer(({ url = '', method }, response) => {
        const [page, script] = [PAGES[url], SCRIPTS[url]]
        if (page !== undefined) response.setHeader('Content-Type', 'text/html').end(page)
        else if (script !== undefined) response.setHeader('Content-Type', 'text/javascript').end(script)
        else if (url.endsWith('.css')) response.setHeader('Content-Type', 'text/css').end('body { opacity: 0.5 }')
        else if (!url.includes('/v1/')) response.writeHead(404).end()
        else response.writeHead(418).end(`${real.push(`${method} ${url}`)}`)
      })
      const origin = await listen(server, { host: '127.0.0.1', port: 0 })
      await use({ origin, real })
      await stopListening(server)
    },
    { scope: 'worker' },
  ],
})
