// Writes, beside each ES module that the package's entries load, the same as CommonJS (.cjs, .d.cts): Jest loads nothing else
// without settings. Node itself always gets the ES modules, by the condition "module-sync", so that no program has two
// classes of one name.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const { exports: entries } = JSON.parse(await readFile('package.json', 'utf8'))
const modules = Object.values(entries).flatMap((entry) => entry.import ?? [])

const COMMON = { bundle: true, platform: 'node', format: 'cjs', target: 'es2023', outdir: 'dist', outbase: 'dist' }

const { metafile } = await build({
  ...COMMON,
  entryPoints: modules.map((entry) => entry.default),
  packages: 'external',
  external: ['*.cjs'],
  metafile: true,
  write: false,
  logLevel: 'error',
})

await build({
  ...COMMON,
  entryPoints: Object.keys(metafile.inputs).filter((path) => !path.startsWith('dist/vendor/')),
  outExtension: { '.js': '.cjs' },
  // Jest runs no import(), but turns what it loads by require() into CommonJS.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  inject: ['.build/module-url.mjs'],
  plugins: [{ name: 'beside', setup: loadTwins }],
})

/** Lets each module stay a file of its own, so that all share what they share as ES modules. */
function loadTwins({ onLoad, onResolve }) {
  onResolve({ filter: /^\.|^#/ }, ({ path, kind }) => {
    if (kind === 'entry-point' || path.endsWith('.mjs')) return undefined
    return { path: path.replace(/\.js$/, '.cjs'), external: true }
  })
  onResolve({ filter: /^[^.]/ }, ({ path, kind }) => (kind === 'entry-point' ? undefined : { path, external: true }))
  // require() takes paths, not URLs.
  onLoad({ filter: /module-states\.js$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8')).replace(/import\(pathToFileURL\((.+)\)\.href\)/, 'import($1)'),
  }))
}

const written = new Set()
await Promise.all(modules.map((entry) => writeTypes(entry.types)))

/** Copies a file of types and those that it refers to. */
async function writeTypes(path) {
  if (written.has(path)) return
  written.add(path)
  const referred = []
  const text = await readFile(path, 'utf8')
  const twin = text.replaceAll(/(?<=(?:from |import\()(['"]))(\.[^'"]+)\.js(?=\1)/g, (_, _quote, name) => {
    referred.push(join(path, '..', `${name}.d.ts`))
    return `${name}.cjs`
  })
  await writeFile(path.replace(/\.d\.ts$/, '.d.cts'), twin)
  await Promise.all(referred.filter((each) => existsSync(each)).map(writeTypes))
}
