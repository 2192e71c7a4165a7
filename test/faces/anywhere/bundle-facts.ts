import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle, type BuildOptions, type Plugin } from 'esbuild'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles the facts of this folder for a place where Vitest does not run.
 *
 * @param isNeeded says which of its files to take
 * @returns an ES module that exports `checkFacts`
 */
export async function bundleFacts(isNeeded: (file: string) => boolean, options: BuildOptions): Promise<string> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.test.ts') && isNeeded(file))
  const imports = files.map((file) => `import './${file}'`)
  const contents = [...imports, "export { checkFacts } from './anywhere/stand-in-for-vitest.js'"].join('\n')
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    // The tests are imported for what they do; package.json says that no module here does anything.
    ignoreAnnotations: true,
    ...options,
    plugins: [replaceModule(/^vitest$/, 'anywhere/stand-in-for-vitest.ts'), ...(options.plugins ?? [])],
  })
  return outputFiles?.[0]?.text ?? ''
}

/** Takes a module of this folder where another is imported. */
export function replaceModule(imported: RegExp, file: string): Plugin {
  return {
    name: file,
    setup: (build) => build.onResolve({ filter: imported }, () => ({ path: resolve(FOLDER, file) })),
  }
}
