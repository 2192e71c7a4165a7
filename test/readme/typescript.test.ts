import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'
import { readmeBlocks } from './readme-blocks.js'

const run = promisify(execFile)

test('the examples for Vitest pass', async () => {
  const blocks = [...readmeBlocks(), ...readmeBlocks('fixtures/recipes.md')]
  const examples = blocks.filter(({ note }) => note === 'run with vitest')
  const folder = await exampleFolder()
  for (const [index, { code }] of examples.entries()) await writeFile(join(folder, `example-${index}.test.ts`), code)
  await writeFile(join(folder, 'vitest.config.js'), `export default { test: { include: ['*.test.ts'] } }`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter', 'json']
  const { stdout } = await run(process.execPath, args)
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 5, numTotalTests: 5 })
})

test('the example for Playwright passes', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  const example = readmeBlocks().find(({ note }) => note === 'run with playwright')
  await using server = await startServer()
  await using shop = await serveShop(server.baseUrl)
  const folder = await exampleFolder()
  await writeFile(
    join(folder, 'example.spec.ts'),
    (example?.code ?? '').replaceAll('http://127.0.0.1:4010', server.origin),
  )
  const use = {
    baseURL: shop.url,
    launchOptions: { executablePath: chromiumPath, args: CHROMIUM_FLAGS },
  }
  await writeFile(
    join(folder, 'playwright.config.js'),
    `export default ${JSON.stringify({ use, outputDir: 'results' })}`,
  )
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', folder, '--reporter', 'json']
  const { stdout } = await run(process.execPath, args)
  expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 } })
  expect(server.mock.sandboxes.map(({ name }) => name)).toEqual(['main'])
})

/** A folder inside the project, so that an example finds the packages that it imports, including this one. */
async function exampleFolder(): Promise<string> {
  await mkdir('dist/examples', { recursive: true })
  const folder = await mkdtemp(join(process.cwd(), 'dist/examples/'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A page with a button that cancels order 1, such as a front end of the API might have. */
async function serveShop(apiUrl: string): Promise<AsyncDisposable & { url: string }> {
  const page = `<!doctype html><button>Cancel order 1</button><p role="status"></p><script>
    document.querySelector('button').onclick = async () => {
      const headers = { authorization: 'Bearer the-key-of-the-shop' }
      const response = await fetch('${apiUrl}/store/orders/1', { method: 'DELETE', headers })
      const words = { 204: 'Order 1 is cancelled.', 409: 'Order 1 has already shipped.' }
      document.querySelector('p').textContent = words[response.status] ?? 'Something is wrong.'
    }
  </script>`
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
