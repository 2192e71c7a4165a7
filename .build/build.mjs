// Builds what has changed since the last time: `node .build/build.mjs [sources] [code] [types]`, by default all three.
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { unlessUpToDate, writeChanged } from './up-to-date.mjs'

// Vitest, which has this built before its tests, says that it is for a test; the panel would come with its sources' paths.
env.NODE_ENV = 'production'

const CONTRACTS = ['contracts', 'fixtures']

const PARTS = {
  /** The modules of src that are generated from the contracts. */
  sources: { made: 'src/spec/api.generated.ts', sources: CONTRACTS, make: generate },
  /** Entry points, programs and pages. */
  code: { made: 'dist/bin/main.js', sources: ['src', ...CONTRACTS], make: buildCode },
  /** The declarations of the entry points. */
  types: { made: 'dist/esm/index.d.ts', sources: ['src', ...CONTRACTS], make: buildTypes },
}

const wanted = argv.slice(2)
for (const [name, { made, sources, make }] of Object.entries(PARTS)) {
  if (name === 'sources' || wanted.length === 0 || wanted.includes(name))
    await unlessUpToDate({ name, made, sources }, make)
}

async function generate() {
  const { generatedModules } = await import('./generated-modules.mjs')
  await writeChanged(await generatedModules())
}

async function buildCode() {
  const { packages, modules, commonJs } = await import('./rolldown.config.mjs')
  const { panel } = await import('./panel.mjs')
  const { licencesOf } = await import('./licences.mjs')
  const { build } = await import('vite')
  const code = (await Promise.all([packages, modules, commonJs].map(bundle))).flat()
  const { output: pages } = await build(panel)
  const licences = await licencesOf([...code, ...pages].flatMap(({ moduleIds = [] }) => moduleIds))
  await replace([...filesOf(code), ...filesOf(pages, 'panel'), ['dist/LICENCES.txt', licences]])
  await chmod('dist/bin/main.js', 0o755)
}

async function buildTypes() {
  const { types } = await import('./rolldown.config.mjs')
  await replace(filesOf(await bundle(types)))
}

async function bundle({ output, ...input }) {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown(input)
  const { output: files } = await bundled.generate(output)
  await bundled.close()
  return files
}

function filesOf(output, folder = '') {
  return output.map((file) => [join('dist', folder, file.fileName), file.type === 'chunk' ? file.code : file.source])
}

/** Writes files into dist, and removes the files of their kind of an earlier build. */
async function replace(files) {
  const areTypes = files.some(([path]) => isTypes(path))
  const entries = await readdir('dist', { recursive: true, withFileTypes: true }).catch(() => [])
  const present = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const written = new Set(files.map(([path]) => path))
  const stale = present.filter((path) => isTypes(path) === areTypes && !written.has(path))
  await writeChanged(Object.fromEntries(files))
  await Promise.all(stale.map((path) => rm(path)))
}

function isTypes(path) {
  return /\.d\.c?ts$/.test(path)
}
