import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { missingChromium, openPage } from '../../chromium.js'
import { listening } from '../../listening.js'
import { LIMITS } from '../face.js'
import { bundleFacts, replaceModule } from './bundle-facts.js'
import type { FactResult } from './stand-in-for-vitest.js'

test('every fact holds in Chromium, through a service worker, but for those that no page can ask for', async ({
  skip,
}) => {
  skip(missingChromium !== undefined, missingChromium)
  const facts = await bundleFacts((file) => file !== 'on-node.test.ts', {
    platform: 'browser',
    plugins: [replaceModule(/^\.\/faces\.js$/, 'anywhere/page-faces.ts')],
  })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  const origin = await servePage({ '/facts.js': facts, '/mockServiceWorker.js': await readFile(worker, 'utf8') })
  const results = await checkFactsAt(origin)
  expect(results.filter(({ result }) => result === 'failed')).toEqual([])
  expect(results.filter(({ result }) => result === 'held').length).toBeGreaterThan(60)
  const reasons = results.flatMap(({ result, message }) => (result === 'skipped' ? [message] : []))
  expect(new Set(reasons)).toEqual(new Set(Object.values(LIMITS['setupWorker of msw'])))
})

/** Serves an empty page and scripts until the end of the test. */
async function servePage(scripts: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const script = scripts[url]
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? '<!doctype html><title>Facts</title>')
  })
  return await listening(server)
}

async function checkFactsAt(origin: string): Promise<FactResult[]> {
  const page = await openPage(origin)
  // As text: Vitest would put a name of its own in place of import().
  return await page.evaluate<FactResult[]>("import('/facts.js').then(({ checkFacts }) => checkFacts())")
}
