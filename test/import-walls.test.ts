import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-file.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const rulesFile = join(root, '.dependency-cruiser.mjs')

const BY_INDEX = 'a module is imported by its index.ts'
const NO_NODE = 'modules of Node.js are imported only in node, contract, verify, traffic, server, cli, mcp, vite'

/** Imports below src or in test that break rules, each with these rules. */
const VIOLATIONS: readonly (readonly [file: string, code: string, ...rules: string[]])[] = [
  ['msw/deep.ts', "import '../core/instant.js'", BY_INDEX],
  ['verify/deep.ts', "export const rules = import('../contract/rules/rule.js')", BY_INDEX],
  ['cli/users.ts', "import '../core/public.js'", BY_INDEX, 'public.ts is for users of the package'],
  ['spec/arrow.ts', "import '../input/index.js'", 'spec may import no other module'],
  [
    'verify/arrow.ts',
    "export const mock = import('../core/index.js')",
    'verify may import spec, input, shell, node, contract',
  ],
  ['attic/index.ts', "import '../spec/index.js'", 'a module is listed in MODULES'],
  ['core/store.ts', "import '@mswjs/data'", '@mswjs/data is imported only in core/sandbox/order-store.ts'],
  [
    'server/extra-operations/page.ts',
    "import type {} from 'express'",
    'express is imported only in server, not server/extra-operations',
  ],
  ['node/other.ts', "import 'left-pad'", 'a package is listed in PACKAGES'],
  ['core/files.ts', "import 'node:fs/promises'", NO_NODE],
  ['server/exit.ts', "import { exit } from 'node:process'", 'only cli/main.ts touches process'],
  ['input/chicken.ts', "import type { Egg } from './egg.js'", 'imports are not circular'],
  ['input/lost.ts', "import './nowhere.js'", 'an imported file exists'],
  ['test/deep.test.ts', "import '../src/core/instant.js'", 'a test imports a module by its index.ts'],
]

/** Imports that break no rule. */
const PERMITTED: readonly (readonly [file: string, code: string])[] = [
  // A circle is reported once.
  ['input/egg.ts', "import type { Chicken } from './chicken.js'"],
  ['core/index.ts', "import '../spec/index.js'; export * from './public.js'"],
  ['core/public.ts', "import './instant.js'"],
  ['core/sandbox/order-store.ts', "import '@mswjs/data'"],
  ['cli/main.ts', "import process from 'node:process'"],
  ['server/index.ts', "import '../core/index.js'; import 'express'; import 'node:http'"],
  ['test/by-index.ts', "import '../src/core/index.js'; import '../src/core/public.js'; import './deep.test.js'"],
  ['contract/exchange.ts', "export const cfworker = import('@cfworker/json-schema')"],
]

/** Modules that the sample imports and that import nothing themselves. */
const LEAVES = ['core/instant.ts', 'spec/index.ts', 'input/index.ts', 'contract/rules/rule.ts']

test('every import that breaks a rule is reported, and no other import is', async () => {
  const folder = temporaryFolder()
  await writeSample(folder)
  const expected = VIOLATIONS.flatMap(([file, , ...rules]) => rules.map((rule) => `${placeOf(file)}: ${rule}`))
  await expect(violationsIn(folder)).resolves.toEqual(expected.toSorted())
})

test('a module may import the modules that its tsconfig.json references', async () => {
  const { MODULES } = (await import(pathToFileURL(rulesFile).href)) as { MODULES: Record<string, string[]> }
  const modules = await readdir(join(root, 'src'))
  const referred = await Promise.all(modules.map(async (module) => [module, new Set(await references(module))]))
  const open = Object.entries(MODULES).map(([module, others]) => [module, new Set(others)])
  expect(Object.fromEntries(referred)).toEqual(Object.fromEntries(open))
})

/** Writes the imports above, and the packages that they name. */
async function writeSample(folder: string): Promise<void> {
  const files = [...VIOLATIONS, ...PERMITTED, ...LEAVES.map((file) => [file, 'export {}'] as const)]
  const packages = files.flatMap(([, code]) => /'((?!node:|http|\.).*)'/.exec(code)?.[1] ?? [])
  await Promise.all([
    ...files.map(([file, code]) => write(join(folder, placeOf(file)), code)),
    ...packages.map((name) => write(join(folder, 'node_modules', name, 'index.js'), '')),
  ])
}

function placeOf(file: string): string {
  return file.startsWith('test/') ? file : join('src', file)
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Checks the imports below a folder: each that breaks a rule, with the rule. */
async function violationsIn(folder: string): Promise<string[]> {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const options = ['--config', rulesFile, '--output-type', 'json', 'src', 'test']
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], { cwd: folder })
  const { summary } = JSON.parse(stdout) as Report
  return summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`).toSorted()
}

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[] }
}

async function references(module: string): Promise<string[]> {
  const text = await readFile(join(root, 'src', module, 'tsconfig.json'), 'utf8')
  const { references: referred = [] } = JSON.parse(text.replaceAll(/^ *\/\/.*/gm, '')) as {
    references?: { path: string }[]
  }
  return referred.map(({ path: other }) => other.replace('../', ''))
}
