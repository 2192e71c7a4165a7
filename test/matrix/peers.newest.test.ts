import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'
import { writeFiles } from '../npm-project.js'
import { ENTRIES } from '../package/entries.js'
import { factsOf, installProject, installRuntime } from './installations.js'
import { compile, EXAMPLE_COUNT, runExamples, WORKERS } from './recipes.js'

// The newest of each peer, and of the tools in which the package is used, on the Node that most have.

const PEERS = ['msw@3', '@pact-foundation/pact@17', '@stoplight/prism-http@5', 'vite@8', '@playwright/test@1']
const TOOLS = ['typescript@7', 'vitest@5', 'happy-dom@21', '@types/node@24']

// The first time, hundreds of packages come from the registry.
const folder = await installProject([...PEERS, ...TOOLS])
const run = await installRuntime('node@24', folder)

test('msw: the facts of every face hold', async () => {
  await expect(factsOf(run)).resolves.toEqual({ isMostOfThem: true, failed: [] })
})

test('Pact: the mock conforms to the contract, by the command verify', async () => {
  const said = await run('verify.mjs')
  expect(said).toMatch(/^PASS /m)
  expect(said).not.toMatch(/Warning/)
})

test('TypeScript: every name of every entry, and the recipes that start the worker of msw compile', async () => {
  const entries = Object.entries(ENTRIES).map(
    ([entry, { values, types }]) =>
      `export { ${[...values, ...types.map((name) => `type ${name}`)].join(', ')} } from '${entry}'`,
  )
  await expect(compile(run, folder, [...entries, ...WORKERS])).resolves.toBe('')
})

test('Vitest: the examples pass', async () => {
  await expect(runExamples(run, folder)).resolves.toMatchObject({ success: true, numPassedTests: EXAMPLE_COUNT })
})

test('Vite: the development server responds to requests to the API', async () => {
  await writeFiles(folder, { 'serve.mjs': SERVE })
  expect(await run('serve.mjs')).toBe('409\n')
})

test('Playwright: a page reaches the sandbox of its test, and the worker of msw in a page', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  await writeFiles(folder, {
    'page/index.html': '<!doctype html><script type="module" src="/main.ts"></script>',
    'page/main.ts': `${WORKERS.find((code) => code.includes('await ready'))}\n${SHOW_STATUS}`,
    'page/public/empty.txt': '',
    'page/vite.config.js': 'export default { build: { target: "esnext" }, logLevel: "error" }',
    'specs/orders.spec.mjs': SPECS,
    'specs/playwright.config.mjs': `export default ${JSON.stringify({
      timeout: 60_000,
      use: { launchOptions: { executablePath: chromiumPath, args: CHROMIUM_FLAGS } },
      workers: 1,
    })}`,
  })
  const worker = createRequire(join(folder, 'package.json')).resolve('msw/mockServiceWorker.js')
  await copyFile(worker, join(folder, 'page/public/mockServiceWorker.js'))
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'specs', '--reporter', 'json']
  const report = JSON.parse(await run(...args))
  expect(report).toMatchObject({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } })
})

const SERVE = `
import { ordersMock } from 'orders-mock/vite'
import { createServer } from 'vite'
const plugins = [ordersMock({ scenario: 'shipped' })]
const vite = await createServer({ configFile: false, plugins, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } })
await vite.listen()
const url = new URL('v1/store/orders/1', vite.resolvedUrls.local[0])
const { status } = await fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer test-key' } })
console.log(status)
await vite.close()
process.exit()
`

const SHOW_STATUS = `
const response = await fetch('/v1/store/orders/2', { method: 'DELETE', headers: { authorization: 'Bearer test-key' } })
document.body.append('status ' + response.status)
`

const SPECS = `
import { expect as expectPage, test as page } from '@playwright/test'
import { expect, test } from 'orders-mock/playwright'
import { build, preview } from 'vite'

test.use({ scenario: 'pending' })

test('a page reaches the sandbox of its test', async ({ page, mock }) => {
  await page.route('http://shop.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Shop</p>' }))
  await page.goto('http://shop.example/')
  await mock.orders.ship(1)
  const cancel = async () => {
    const init = { method: 'DELETE', headers: { authorization: 'Bearer the-key-of-the-shop' } }
    return (await fetch('https://api.example.com/v1/store/orders/1', init)).status
  }
  expect(await page.evaluate(cancel)).toBe(409)
})

page('the worker of msw responds to a page', async ({ page }) => {
  await build({ root: 'page' })
  const server = await preview({ root: 'page', preview: { host: '127.0.0.1', port: 0 } })
  await page.goto(server.resolvedUrls.local[0])
  await expectPage(page.getByText(/status \\d+/)).toHaveText('status 409')
  await server.close()
})
`
