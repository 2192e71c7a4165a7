import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { auditFiles } from '../../src/traffic/index.js'
import { missingChromium, test } from '../chromium.js'
import { temporaryFolder } from '../temporary-file.js'
import { serveDuringTest } from '../verify/providers/during-test.js'

const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/pets/1')) event.respondWith(new Response('made up', { status: 500 }))
  else if (event.request.url.includes('/v1/')) event.respondWith(fetch(event.request))
})`

const PAGE = `(async () => {
  const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  await navigator.serviceWorker.register('/worker.js')
  await controlled
  const call = async (method, below) => (await fetch('/v1' + below, { method })).text()
  await call('GET', '/store/orders')
  await call('DELETE', '/store/orders/7')
  await call('DELETE', '/store/orders/7')
  await call('GET', '/pets/1')
})()`

test.for([
  ['right', 'omit', [204, 409], [], ['2 missing or truncated bodies']],
  ['wrong', 'embed', [204, 204], ['model.cancelled-once.7'], []],
] as const)(
  'Playwright records two cancel requests that a service worker sends to a %s provider, with bodies to %s',
  async ([, content, statuses, findings, missing], { browser, skip }) => {
    if (browser === undefined) return skip(missingChromium)
    const origin = await site(statuses)
    const path = join(temporaryFolder(), 'recorded.har')
    const context = await browser.newContext({ recordHar: { path, content } })
    onTestFinished(() => context.close())
    let finished = 0
    context.on('requestfinished', (request) => void (finished += Number(request.url().includes('/v1/'))))
    const page = await context.newPage()
    await page.goto(origin)
    await page.evaluate(PAGE)
    // Four requests of the page, and the three that the service worker sends on, which may be told of later.
    await expect.poll(() => finished).toBe(7)
    await context.close()
    const { check } = await auditFiles([path])
    const report = check.report()
    expect([report.findings.map(({ id }) => id), report.exchanges]).toEqual([findings, 3])
    const leftOut = report.notes.flatMap((note) => note.slice('Skipped: '.length, -1).split(', '))
    expect(new Set(leftOut)).toEqual(
      new Set([...missing, '1 responses that no server sent', '3 requests that a service worker sent on']),
    )
    return undefined
  },
)

/** A page with its service worker, and an API that has order 7 and responds to its cancel requests with these statuses. */
function site(statuses: readonly number[]): Promise<string> {
  const left = [...statuses]
  return serveDuringTest(async ({ method, url = '' }, response) => {
    const send = (type: string, body: string) => response.setHeader('content-type', type).end(body)
    if (url === '/') send('text/html', '<p>Orders</p>')
    else if (url === '/worker.js') send('text/javascript', WORKER)
    else if (method === 'GET') send('application/json', '[{"id":7}]')
    else {
      response.statusCode = left.shift() ?? 500
      if (response.statusCode === 204) response.end()
      else send('application/json', `{"code":"x","message":"y","status":${response.statusCode}}`)
    }
  })
}
