import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/**
 * The oldest TypeScript that the README promises, the last that is written in JavaScript, and the newest, with all ways
 * of finding a package, of which the newest no longer has `node10`.
 */
const COMPILERS = [
  { version: '5.7.3', module: 'node16', moduleResolution: 'node16' },
  { version: '5.7.3', module: 'commonjs', moduleResolution: 'node10' },
  { version: '5.9.3', module: 'nodenext', moduleResolution: 'nodenext' },
  { version: '7.0.2', module: 'node16', moduleResolution: 'node16' },
  { version: '7.0.2', module: 'esnext', moduleResolution: 'bundler' },
]

let alone: UserProject
let withPeers: UserProject

beforeAll(async () => {
  alone = await makeUserProject()
  withPeers = await makeUserProject('msw@3.0.5', 'vite@8.3.8', '@playwright/test@1.65.1')
})

afterAll(async () => {
  await alone[Symbol.asyncDispose]()
  await withPeers[Symbol.asyncDispose]()
})

test('the oldest TypeScript here is the one that the README promises', async () => {
  expect(await readFile(join(root, 'README.md'), 'utf8')).toContain('TypeScript 5.7 or later')
  expect(COMPILERS[0]?.version).toMatch(/^5\.7\./)
})

describe.each(COMPILERS)('TypeScript $version has no errors with moduleResolution $moduleResolution in', (compiler) => {
  test('entries that run anywhere, without a peer and the types of Node', async () => {
    await expect(errorsOf(compiler, alone, ANYWHERE, DOM)).resolves.toEqual([])
  })

  test('entries that run on Node, without a peer and the DOM', async () => {
    await expect(errorsOf(compiler, alone, ON_NODE, NODE)).resolves.toEqual([])
  })

  test('entries for msw, without the types of Node', async () => {
    await expect(errorsOf(compiler, withPeers, WITH_MSW, DOM)).resolves.toEqual([])
  })

  test('entries for Vite and Playwright', async () => {
    await expect(errorsOf(compiler, withPeers, WITH_TOOLS, [...DOM, ...NODE_TYPES])).resolves.toEqual([])
  })
})

/** What TypeScript says of an ES module and a CommonJS module for each entry, which import every name of it. */
async function errorsOf(
  { version, module, moduleResolution }: (typeof COMPILERS)[number],
  project: UserProject,
  entries: readonly string[],
  types: readonly string[],
): Promise<string[]> {
  const files = await Promise.all(
    entries.flatMap((entry) => modulesOf(entry).map((file) => writeModule(project.folder, file, entry))),
  )
  const tsc = join(await installTools(`typescript@${version}`), 'typescript/bin/tsc')
  const strict = ['--target', 'es2022', '--strict', '--exactOptionalPropertyTypes', '--noEmit', '--pretty', 'false']
  const how = ['--module', module, '--moduleResolution', moduleResolution]
  const { stdout } = await project.run(process.execPath, tsc, ...strict, ...how, ...types, ...files)
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
  await writeFile(
    join(folder, file),
    `export { ${[...values, ...types.map((name) => `type ${name}`)].join(', ')} } from '${entry}'\n`,
  )
  return file
}
