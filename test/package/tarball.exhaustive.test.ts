import { readdir, readFile, rm, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ENTRIES } from './entries.js'
import { makeUserProject } from './user-project.js'

// What is published is tested as a user gets it: packed, and installed into an empty folder.

/** What each entry exports to Node; the one for Playwright is loaded by its own runner. */
const NAMES = Object.fromEntries(
  Object.entries(ENTRIES).flatMap(([entry, { values }]) => (/panel|playwright/.test(entry) ? [] : [[entry, values]])),
)

const root = fileURLToPath(new URL('../..', import.meta.url))

const project = await makeUserProject()
afterAll(() => project[Symbol.asyncDispose]())

test('the tarball contains the program, the contract, the fixtures, the action and a picture, and nothing else', () => {
  const { paths } = project
  const known =
    /^(?:LICENSE|README\.md|package\.json|contracts\/[\w./-]+|\.github\/actions\/[\w./-]+|fixtures\/[\w.-]+|test\/panel\/panel\.png|dist\/[\w./-]+\.(?:c?js|d\.c?ts|html|css|svg)|dist\/LICENCES\.txt)$/
  expect(paths.filter((path) => !known.test(path))).toEqual([])
})

// That their headings are there is stated by links.test.ts.
test('every relative link in its pages leads to a file in the tarball', async () => {
  const pages = project.paths.filter((path) => path.endsWith('.md'))
  const links = pages.map(async (page) => {
    const text = await readFile(join(project.folder, 'node_modules/orders-mock', page), 'utf8')
    const targets = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\((?![a-z]+:|\/\/|#)([^)#\s]+)/g)
    return Array.from(targets, ([, target = '']) => posix.join(posix.dirname(page), target).replace(/\/$/, ''))
  })
  const linked = (await Promise.all(links)).flat()
  const isThere = (path: string) => project.paths.some((file) => file === path || file.startsWith(`${path}/`))
  expect(pages).toContain('README.md')
  expect(linked.filter((path) => !isThere(path))).toEqual([])
})

test('it has every file that package.json names, in at most 130 files and 2.75 MB', async () => {
  const { bin, main, types, exports } = await readManifest(root)
  const named = [...JSON.stringify([bin, main, types, exports]).matchAll(/"((?:\.\/|dist\/)[^"]+)"(?!:)/g)]
  const files = new Set(named.map(([, path = '']) => posix.normalize(path)))
  expect(files.size).toBeGreaterThan(20)
  expect([...files].filter((path) => !project.paths.includes(path))).toEqual([])
  expect(project.paths.length).toBeLessThanOrEqual(130)
  expect(project.bytes).toBeLessThanOrEqual(2_750_000)
})

test('installing it runs none of its scripts, and brings no other package', async () => {
  const { scripts } = await readManifest(root)
  const run = /^(?:pre|post)?(?:install|prepare|prepublish)$/
  expect(Object.keys(scripts).filter((name) => run.test(name))).toEqual([])
  const entries = await readdir(join(project.folder, 'node_modules'))
  expect(entries.filter((name) => !name.startsWith('.'))).toEqual(['orders-mock'])
})

test('the code imports nothing but Node and its peers', async () => {
  const { peerDependencies } = await readManifest(root)
  const known = new Set([...Object.keys(peerDependencies), ...builtinModules])
  const code = project.paths.filter((path) => /^dist\/(?!panel).*\.c?js$/.test(path))
  const imported = await Promise.all(code.map(importsOf))
  expect([...new Set(imported.flat())].filter((name) => !known.has(name))).toEqual([])
})

test('built-in packages come with their licences', async () => {
  const text = await readFile(join(project.folder, 'node_modules/orders-mock/dist/LICENCES.txt'), 'utf8')
  for (const name of ['@mswjs/data', 'express', 'fast-check', 'preact', 'yaml']) {
    const { version } = await readManifest(join(root, 'node_modules', name))
    expect(text).toContain(`${name} ${version} (`)
  }
})

test('npx orders-mock --version prints the version of the package', async () => {
  const { version } = await readManifest(root)
  const printed = await project.run('npx', '--no-install', 'orders-mock', '--version')
  expect(printed).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('each entry exports exactly its names, and is the same module to require() as to import', async () => {
  // A peer that the user installs; here it is the one that these tests have.
  const msw = join(project.folder, 'node_modules/msw')
  await symlink(join(root, 'node_modules/msw'), msw)
  onTestFinished(() => rm(msw))
  await expect(
    runModule(`
    import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url)
    const names = {}
    for (const entry of ${JSON.stringify(Object.keys(NAMES))}) {
      const entries = await import(entry)
      names[entry] = Object.keys(entries).sort()
      for (const name of names[entry]) if (require(entry)[name] !== entries[name]) throw new Error(entry + ' twice')
    }
    console.log(JSON.stringify(names))`).then(JSON.parse),
  ).resolves.toEqual(NAMES)
})

test('a Node that cannot require() ES modules gets the same names as CommonJS', async () => {
  // Here this package of msw cannot be loaded at all.
  const entries = Object.keys(NAMES).filter((entry) => entry !== 'orders-mock/msw')
  const code = `console.log(JSON.stringify(${JSON.stringify(entries)}.map((entry) => [entry, Object.keys(require(entry)).sort()])))`
  const { stdout, stderr } = await project.run(process.execPath, '--no-experimental-require-module', '--eval', code)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(Object.entries(NAMES).filter(([entry]) => entries.includes(entry)))
})

test('the description and the manifest can be resolved, and other files cannot', async () => {
  const stdout = await runModule(`
    for (const name of ['openapi.yaml', 'report.schema.json', 'package.json']) console.log(import.meta.resolve('orders-mock/' + name))
    await import('orders-mock/dist/core/http/handle.js').catch(({ code }) => console.log(code))`)
  expect(stdout).toMatch(
    /orders-mock\/contracts\/openapi\.yaml\n.*\/contracts\/report\.schema\.json\n.*orders-mock\/package\.json\nERR_PACKAGE_PATH_NOT_EXPORTED\n$/,
  )
})

test('a server started from the package responds', async () => {
  const stdout = await runModule(`
    import { startServer } from 'orders-mock/server'
    const server = await startServer({ scenario: 'int64' })
    const response = await fetch(server.baseUrl + '/store/orders', { headers: { authorization: 'Bearer ' + server.apiKey } })
    console.log(response.status, (await response.text()).includes('9223372036854775807'))
    for (const path of ['/openapi.json', '/', '/__mock']) console.log((await fetch(server.origin + path)).status)
    await server.close()`)
  expect(stdout).toBe('200 true\n200\n200\n200\n')
})

/** Runs an ES module in the folder of the user; it prints nothing but its output. */
async function runModule(code: string): Promise<string> {
  const { stdout, stderr } = await project.run(process.execPath, '--input-type=module', '--eval', code)
  expect(stderr).toBe('')
  return stdout
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly version: string
  readonly scripts: object
  readonly peerDependencies: object
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The packages that a module of this one imports. */
async function importsOf(path: string): Promise<string[]> {
  const code = await readFile(join(project.folder, 'node_modules/orders-mock', path), 'utf8')
  const imports = code.matchAll(
    /(?:(?:^|;)(?:import|export)\b[^;'"()]*|\bimport\(|\brequire\()["'`](?![.#]|node:)((?:@[^/"'`]+\/)?[^/"'`]+)/gm,
  )
  return Array.from(imports, ([, name = '']) => name)
}
