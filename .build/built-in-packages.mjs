// Builds packages into this one: those that would bring others along. Installed whole, @mswjs/data is 70 MB (date-fns, msw,
// graphql, lodash), and Express 65 packages. Their licences go with them.
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const FOLDER = 'dist/vendor'

/** What only Node loads; the code in dist finds it in this folder. */
const ON_NODE = ['express', 'fast-check']

/** What browsers load too: a class of @mswjs/data. */
const DATABASE = { contents: "export { Database } from '@mswjs/data/lib/db/Database.js'", resolveDir: '.' }

/** What the panel is made of, beside what is installed with the package. */
const IN_PANEL = ['preact']

const COMMON = { bundle: true, target: 'es2023', legalComments: 'none', metafile: true }
const NODE = { ...COMMON, format: 'cjs', platform: 'node', minify: true }
const LEAN = [{ name: 'without md5', setup: leaveOutMd5 }]
const ANYWHERE = { ...COMMON, platform: 'neutral', mainFields: ['module', 'main'], plugins: LEAN }

const require = createRequire(import.meta.url)
/** As the compiler writes them. */
const IMPORTS = new RegExp(String.raw`(^(?:import|export) .*from |\bimport\()'(${ON_NODE.join('|')})'`, 'gm')

const notices = join(FOLDER, 'LICENCES.txt')
if (!isUpToDate()) {
  await mkdir(FOLDER, { recursive: true })
  const built = await Promise.all([
    build({ ...ANYWHERE, stdin: DATABASE, format: 'esm', outfile: join(FOLDER, 'mswjs-data.js') }),
    build({ ...ANYWHERE, stdin: DATABASE, format: 'cjs', outfile: join(FOLDER, 'mswjs-data.cjs') }),
    ...ON_NODE.map(buildForNode),
  ])
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const packages = new Set(inputs.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  for (const name of IN_PANEL) packages.add(join('node_modules', name))
  const texts = await Promise.all([...packages].toSorted().map(noticeOf))
  await writeFile(notices, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

await Promise.all((await readdir('dist', { recursive: true })).map(useBuiltIn))

/** A bundle that CommonJS and ES modules share, and an ES module with its names. */
async function buildForNode(name) {
  const outfile = resolve(FOLDER, `${name}.cjs`)
  const result = await build({ ...NODE, entryPoints: [name], outfile })
  const bundled = require(outfile)
  const names = Object.keys(bundled).filter((each) => each !== 'default')
  // An ES module turned into CommonJS has its default export as a member, any other module is it.
  const code = [
    `import all from './${name}.cjs'`,
    `export default all${'default' in bundled ? '.default' : ''}`,
    `const { ${names.map((each) => `${each}: $${each}`).join(', ')} } = all`,
    `export { ${names.map((each) => `$${each} as ${each}`).join(', ')} }`,
  ]
  await writeFile(join(FOLDER, `${name}.js`), `${code.join('\n')}\n`)
  return result
}

/** A database hashes its id for those who tell databases apart by it. Nobody does here, and md5 is a third of the bundle. */
function leaveOutMd5({ onResolve, onLoad }) {
  onResolve({ filter: /^md5$/ }, () => ({ path: 'md5', namespace: 'left-out' }))
  onLoad({ filter: /^md5$/, namespace: 'left-out' }, () => ({ contents: 'module.exports = (text) => text' }))
}

/** Lets a module of dist import what is built in. */
async function useBuiltIn(name) {
  if (!name.endsWith('.js') || name.startsWith('panel')) return
  const path = join('dist', name)
  const code = await readFile(path, 'utf8')
  const folder = relative(dirname(path), FOLDER).replaceAll('\\', '/')
  const changed = code.replaceAll(IMPORTS, (_, start, imported) => `${start}'${folder}/${imported}.js'`)
  if (changed !== code) await writeFile(path, changed)
}

async function noticeOf(root) {
  const { name, version, license, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each))
  const text =
    file === undefined
      ? `Licence: ${license}. Author: ${author?.name ?? author ?? 'not said'}.\n`
      : await readFile(join(root, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text}`
}

function isUpToDate() {
  const sources = ['package-lock.json', fileURLToPath(import.meta.url)]
  return existsSync(notices) && sources.every((path) => statSync(path).mtimeMs < statSync(notices).mtimeMs)
}
