// Bundles the command into dist/bin: what each of its subcommands needs is then read from a few files instead of over a
// hundred, which takes a third off its start. What starts threads and processes finds their programs where they are.
// Nothing is done while nothing has changed.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = 'dist/bin'
const MAIN = join(FOLDER, 'main.js')

/** Packages of many small files that every start reads. They stay dependencies: the package's other entries import them. */
const BUNDLED = /^(?:commander|lossless-json|fastest-levenshtein|@cfworker\/json-schema)$/

// For commander, which is CommonJS.
const REQUIRE =
  "import { createRequire as $createRequire } from 'node:module'\nconst require = $createRequire(import.meta.url)"

if (!isUpToDate()) await bundle()

async function bundle() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: ['dist/cli/main.js'],
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    banner: { js: REQUIRE },
    plugins: [{ name: 'where it was', setup: keepPlaces }],
    legalComments: 'none',
    minifyWhitespace: true,
    write: false,
  })

  await mkdir(FOLDER, { recursive: true })
  const stale = new Set(await readdir(FOLDER))
  for (const { path, contents } of outputFiles) {
    const name = basename(path)
    // What has not changed is left alone: a command that is running may yet load it.
    if (!stale.delete(name) || !(await readFile(path)).equals(contents)) await writeFile(path, contents)
  }
  await Promise.all(Array.from(stale, (name) => rm(join(FOLDER, name))))
  await chmod(MAIN, 0o755)
  // Even if its text is the same.
  await utimes(MAIN, new Date(), new Date())
}

/** Leaves packages where they are, and each module in the belief that it is where it was. */
function keepPlaces({ onLoad, onResolve }) {
  onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
    kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
  )
  // They come with CommonJS modules, which Node loads as they are.
  onResolve({ filter: /\/vendor\/[^/]+\.js$/ }, ({ path, resolveDir }) => ({
    path: relative(FOLDER, resolve(resolveDir, path)).replaceAll('\\', '/'),
    external: true,
  }))
  onLoad({ filter: /[\\/]dist[\\/].+\.js$/ }, async ({ path }) => {
    const place = JSON.stringify(relative(FOLDER, path).replaceAll('\\', '/'))
    const code = await readFile(path, 'utf8')
    return { contents: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) }
  })
}

function isUpToDate() {
  if (!existsSync(MAIN)) return false
  const modules = readdirSync('dist', { recursive: true }).filter((name) => /^(?!bin\b|panel\b).+\.js$/.test(name))
  const sources = ['package-lock.json', fileURLToPath(import.meta.url), ...modules.map((name) => join('dist', name))]
  return sources.every((path) => statSync(path).mtimeMs < statSync(MAIN).mtimeMs)
}
