import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { installTools } from '../npm-project.js'
import { ENTRIES } from './entries.js'
import { makeUserProject, type UserProject } from './user-project.js'

// Nothing that an entry does not need is installed, and the declarations of packages are checked (`skipLibCheck` is off).

const root = fileURLToPath(new URL('../..', import.meta.url))
const ANYWHERE = ['orders-mock', 'orders-mock/client', 'orders-mock/control']
const ON_NODE = [...ANYWHERE, 'orders-mock/server', 'orders-mock/verify']
const WITH_MSW = ['orders-mock/msw', 'orders-mock/msw/panel']
const WITH_TOOLS = ['orders-mock/playwright', 'orders-mock/vite']

const NODE_TYPES = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
const NODE = ['--lib', 'es2022', ...NODE_TYPES]
const DOM = ['--lib', 'es2022,dom']
const BOTH = [...DOM, ...NODE_TYPES]

/**
 * The oldest TypeScript that the README promises, and the newest, which no longer has `node10`. What takes seconds and
 * shows the same twice is left out; that a package is found in all ways is a matter of projects.exhaustive.test.ts.
 */
const COMPILERS = {
  'TypeScript 5.7 with node16': { version: '5.7.3', module: 'node16', moduleResolution: 'node16' },
  'TypeScript 5.7 with node10': { version: '5.7.3', module: 'commonjs', moduleResolution: 'node10' },
  'TypeScript 7 with bundler': { version: '7.0.2', module: 'esnext', moduleResolution: 'bundler' },
} as const

type CompilerName = keyof typeof COMPILERS

const ALL = Object.keys(COMPILERS) as CompilerName[]
const OLDEST = 'TypeScript 5.7 with node16'
const NEWEST = 'TypeScript 7 with bundler'

/** The types must refuse a status that there is not: if they let it pass, this fails to compile. */
const MISUSE = `
import { OrdersMock } from 'orders-mock'
// @ts-expect-error
new OrdersMock().sandbox().orders.add({ status: 'shiped' })
`

/** What users export of an entry from a module that is compiled with `declaration`: every type in it needs a name. */
const EXPORTED: Readonly<Record<string, string>> = {
  'orders-mock': `
export const { clock, faults, freedoms, orders, requests } = new OrdersMock().sandbox()
export const read = () => freedoms.read()
`,
  'orders-mock/control': `
import { RemoteSandbox } from 'orders-mock/control'
export const ordersOf = (sandbox: RemoteSandbox) => sandbox.orders
`,
  'orders-mock/playwright': `
import { test as base } from 'orders-mock/playwright'
export const shopTest = base.extend<{ shop: string }>({ shop: async ({ mock }, use) => await use(mock.name) })
`,
}

const alone = await makeUserProject()
const withPeers = await makeUserProject('msw@3.0.5', 'vite@8.3.8', '@playwright/test@1.65.1')
afterAll(async () => {
  await alone[Symbol.asyncDispose]()
  await withPeers[Symbol.asyncDispose]()
})

test('the oldest TypeScript here is the one that the README promises', async () => {
  expect(await readFile(join(root, 'README.md'), 'utf8')).toContain('TypeScript 5.7 or later')
  expect(Object.values(COMPILERS)[0]?.version).toMatch(/^5\.7\./)
})

test.concurrent.each([
  ...ALL.map((name) => [name, 'run on Node, without a peer and the DOM', ON_NODE, NODE] as const),
  [OLDEST, 'are for peers', [...WITH_MSW, ...WITH_TOOLS], BOTH],
  [NEWEST, 'run anywhere, without a peer and types of Node', ANYWHERE, DOM],
  [NEWEST, 'are for msw 3, without the types of Node', WITH_MSW, DOM],
  [NEWEST, 'are for Vite and Playwright', WITH_TOOLS, BOTH],
] as const)('%s has no errors in entries that %s', async (name, _, entries, types) => {
  const project = entries === ANYWHERE || entries === ON_NODE ? alone : withPeers
  await expect(errorsOf(name, project, entries, types)).resolves.toEqual([])
})

/** What TypeScript says of an ES module and a CommonJS module for each entry, which import every name of it. */
async function errorsOf(
  name: CompilerName,
  project: UserProject,
  entries: readonly string[],
  types: readonly string[],
): Promise<string[]> {
  const { version, module, moduleResolution } = COMPILERS[name]
  const files = await Promise.all(
    entries.flatMap((entry) => modulesOf(entry).map((file) => writeModule(project.folder, file, entry))),
  )
  const tsc = join(await installTools(`typescript@${version}`), 'typescript/bin/tsc')
  const strict = ['--target', 'es2022', '--strict', '--exactOptionalPropertyTypes', '--noEmit', '--declaration']
  const how = ['--module', module, '--moduleResolution', moduleResolution, '--skipDefaultLibCheck']
  const { stdout } = await project.run(
    process.execPath,
    tsc,
    '--pretty',
    'false',
    ...strict,
    ...how,
    ...types,
    ...files,
  )
  // The types of other packages are taken as they are.
  return stdout.split('\n').filter((line) => !/^(?!.*orders-mock\/).*node_modules|^ |^$/.test(line))
}

function modulesOf(entry: string): string[] {
  const name = entry.replaceAll('/', '-')
  // What only browsers load has no form for CommonJS.
  return entry === 'orders-mock/msw/panel' ? [`${name}.mts`] : [`${name}.mts`, `${name}.cts`]
}

async function writeModule(folder: string, file: string, entry: string): Promise<string> {
  const { values = [], types = [] } = ENTRIES[entry] ?? {}
  const names = [...values, ...types.map((name) => `type ${name}`)].join(', ')
  const uses = (entry === 'orders-mock' ? MISUSE : '') + (EXPORTED[entry] ?? '')
  await writeFile(join(folder, file), `export { ${names} } from '${entry}'\n${uses}`)
  return file
}
