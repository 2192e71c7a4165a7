import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'
import { temporaryFolder } from '../temporary-file.js'

const SPECS = fileURLToPath(new URL('specs', import.meta.url))
const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli')

/** What Playwright's JSON report says of a file of tests. */
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly results: readonly Result[] }[]
  }[]
}

interface Result {
  readonly status: string
  readonly errors: readonly object[]
  readonly attachments: readonly { readonly name: string; readonly body?: string }[]
}

test('whatever a test opens reaches its sandbox, and nothing the real API', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  const ran = (await runSpecs())['contexts.spec.ts'] ?? []
  expect(ran.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(ran).toHaveLength(12)
})

test('the report of a failed test says what reached the mock', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  const ran = (await runSpecs())['reports.spec.ts'] ?? []
  const [at, own] = [String.raw`\S+Z  `, String.raw`GET /store/orders  200\n    \S.*`]
  expect(ran.map(({ title, attached }) => [title, attached])).toEqual([
    ['with requests', expect.stringMatching(new RegExp(`^${at}${own}$`))],
    [
      'without a key, and with that of another sandbox',
      expect.stringMatching(
        new RegExp(
          `^No request reached the sandbox of the test\\. The mock got these requests instead:\n` +
            `${at}GET /store/orders  401\n    no bearer key was sent \\(no API key\\)\n${at}${own} \\(API key test…~shipped\\)$`,
        ),
      ),
    ],
    ['without requests', 'No request reached the mock.'],
  ])
})

let running: ReturnType<typeof runOnce> | undefined

/** Runs the tests with Playwright, once: what became of each, by their files. */
function runSpecs(): ReturnType<typeof runOnce> {
  return (running ??= runOnce())
}

async function runOnce() {
  const use = { launchOptions: { executablePath: chromiumPath, args: CHROMIUM_FLAGS } }
  const settings = { testDir: SPECS, workers: 1, timeout: 60_000, expect: { timeout: 20_000 }, use }
  const folder = temporaryFolder()
  const config = { ...settings, outputDir: join(folder, 'results') }
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
  const args = [PLAYWRIGHT, 'test', '--config', folder, '--reporter', 'json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string }) => error,
  )
  const { suites } = JSON.parse(stdout) as { readonly suites: readonly (Suite & { readonly file: string })[] }
  return Object.fromEntries(suites.map((suite) => [suite.file, specsIn(suite).map(outcomeOf)]))
}

function outcomeOf({ title, tests }: Suite['specs'][number]) {
  const [{ status, errors, attachments } = { status: 'not run', errors: [], attachments: [] }] = tests[0]?.results ?? []
  const body = attachments.find((each) => each.name === 'requests to the mock')?.body
  return { title, status, errors, attached: body && Buffer.from(body, 'base64').toString() }
}

function specsIn({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsIn)]
}
