import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import express from 'express'
import { createServer as createViteServer } from 'vite'
import { expect, test } from 'vitest'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'
import { listening } from '../listening.js'
import { installTools } from '../npm-project.js'
import { exampleFolder, fileNamed, makeProject, readmeBlocks } from './readme-blocks.js'

const run = promisify(execFile)
const recipes = readmeBlocks('fixtures/recipes.md')
const blocks = [...readmeBlocks(), ...recipes, ...readmeBlocks('contracts/testers.md')]

// The examples for Vitest: ../matrix/peers.newest.test.ts.

test('the recipe for Jest passes', async () => {
  const names = ['jest.config.json', 'test/start-mock.mjs', 'test/stop-mock.mjs', 'test/orders.test.js']
  const folder = exampleFolder(recipes, names)
  // Of CommonJS modules.
  makeProject(folder, {})
  const args = [join(await installTools('jest@29.7.0'), 'jest/bin/jest.js'), '--ci', '--json', '--testTimeout', '60000']
  const { stdout } = await run(process.execPath, args, { cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 3, numTotalTests: 3 })
})

test('the examples for Playwright pass, against a server and inside the page', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  const shop = await serveShop('http://127.0.0.1:1/v1')
  const built = await build(pageOf(fileNamed(recipes, 'src/main.ts')), { VITE_MOCK: 'true' })
  const page = await listening(createServer(express().use(express.static(built))))
  const folder = exampleFolder()
  const files = {
    'server.spec.ts': exampleOf('run with playwright'),
    'seeds.spec.ts': exampleOf('run with playwright and several seeds'),
    'page.spec.ts': exampleOf('run with playwright in the page'),
    'reviver.spec.ts': testOf(exampleOf('run in the browser')),
    'playwright.config.js': `export default ${JSON.stringify({
      workers: 1,
      outputDir: 'results',
      timeout: 120_000,
      expect: { timeout: 60_000 },
      use: { launchOptions: { executablePath: chromiumPath, args: CHROMIUM_FLAGS } },
      projects: [
        { name: 'server', testMatch: ['server.spec.ts', 'seeds.spec.ts'], use: { baseURL: shop } },
        { name: 'page', testMatch: ['page.spec.ts', 'reviver.spec.ts'], use: { baseURL: page } },
      ],
    })}`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', folder, '--reporter', 'json']
  const { stdout } = await run(process.execPath, args)
  expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 7, unexpected: 0, flaky: 0, skipped: 0 } })
})

test.for<Record<string, string>>([{}, { VITE_MOCK: '' }])('a build with %j contains no mock', async (variables) => {
  const built = await build(pageOf(fileNamed(recipes, 'src/main.ts')), variables)
  expect(readdirSync(join(built, 'assets'))).toEqual([expect.stringMatching(/^index-.*\.js$/)])
})

test("the mock is in Vite's development server", async () => {
  const folder = exampleFolder(recipes, ['vite.config.ts'])
  const vite = await createViteServer({ root: folder, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } })
  await vite.listen()
  const headers = { authorization: 'Bearer test-key' }
  const { status } = await fetch(new URL('v1/store/orders/1', vite.resolvedUrls?.local[0]), {
    method: 'DELETE',
    headers,
  })
  await vite.close()
  expect(status).toBe(409)
})

function exampleOf(note: string): string {
  return blocks.find((block) => block.note === note)?.code ?? ''
}

/** A page that shows the orders and cancels them; it asks a busy store again. */
const SHOP = `
  const headers = { authorization: 'Bearer test-key' }
  const ask = async (path = '', method = 'GET') => {
    const response = await fetch('/v1/store/orders' + path, { method, headers })
    return response.status === 503 ? ask(path, method) : response
  }
  const show = async () => {
    const orders = await (await ask()).json()
    main.innerHTML = orders
      .map(({ id }) => '<article><h2>Order ' + id + '</h2><button data-id="' + id + '">Cancel order ' + id + '</button></article>')
      .join('')
  }
  const main = document.querySelector('main')
  main.onclick = async ({ target: { dataset } }) => {
    const { status } = await ask('/' + dataset.id, 'DELETE')
    document.querySelector('output').textContent =
      'Order ' + dataset.id + (status === 409 ? ' can no longer be cancelled.' : ' is cancelled.')
  }
  document.querySelector('#reload').onclick = show
  await show()`

/** A project of Vite with that page, which begins with the lines. */
function pageOf(lines: string): string {
  const folder = exampleFolder()
  mkdirSync(join(folder, 'src'))
  const body = '<button id="reload">Reload</button><output></output><main></main>'
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${body}<script type="module" src="/src/main.ts"></script>`)
  writeFileSync(join(folder, 'src/main.ts'), lines + SHOP)
  return folder
}

/** A test of Playwright that reads two large ids with the reviver of the example. */
function testOf(reviver: string): string {
  const script = `${reviver}; readOrders('[{"id":9007199254740993,"petId":-9007199254740993,"quantity":2}]')`
  return `
    import { expect, test } from '@playwright/test'
    test('ids keep their digits', async ({ page }) => {
      const orders = await page.evaluate(${JSON.stringify(script)})
      expect(orders).toEqual([{ id: '9007199254740993', petId: '-9007199254740993', quantity: 2 }])
    })`
}

/** A page with a button that cancels order 1, such as a front end of the API might have. */
function serveShop(apiUrl: string): Promise<string> {
  const page = `<!doctype html><button>Cancel order 1</button><p role="status"></p><script>
    document.querySelector('button').onclick = async () => {
      const headers = { authorization: 'Bearer the-key-of-the-shop' }
      const response = await fetch('${apiUrl}/store/orders/1', { method: 'DELETE', headers })
      const words = { 204: 'Order 1 is cancelled.', 409: 'Order 1 has already shipped.' }
      document.querySelector('p').textContent = words[response.status] ?? 'Something is wrong.'
    }
  </script>`
  return listening(createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page)))
}

/** Builds a project of Vite for an environment, as its users do, with the service worker of msw. */
async function build(folder: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const outDir = exampleFolder()
  const env = { ...process.env, ...variables, NODE_ENV: 'production' }
  const args = ['node_modules/vite/bin/vite.js', 'build', folder, '--outDir', outDir, '--logLevel', 'warn']
  await run(process.execPath, args, { env })
  copyFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), join(outDir, 'mockServiceWorker.js'))
  return outDir
}
