import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RolldownPluginOption } from 'rolldown'
import { bundle, type BundleOptions } from '../../bundle.js'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles the facts of this folder for a place where Vitest does not run.
 *
 * @param isNeeded says which of its files to take
 * @returns an ES module that exports `checkFacts`
 */
export async function bundleFacts(isNeeded: (file: string) => boolean, options: BundleOptions): Promise<string> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.test.ts') && isNeeded(file))
  const imports = files.map((file) => `import '${FOLDER}${file}'`)
  const code = [...imports, `export { checkFacts } from '${FOLDER}anywhere/stand-in-for-vitest.ts'`].join('\n')
  const entry = { name: 'facts', resolveId: only(/^facts$/, () => 'facts'), load: only(/^facts$/, () => code) }
  const plugins = [entry, replaceModule(/^vitest$/, 'anywhere/stand-in-for-vitest.ts'), ...(options.plugins ?? [])]
  const [facts = ''] = (await bundle('facts', { ...options, plugins, codeSplitting: false })).values()
  return facts
}

/** Takes a module of this folder where another is imported. */
export function replaceModule(imported: RegExp, file: string): RolldownPluginOption {
  return { name: file, resolveId: only(imported, () => resolve(FOLDER, file)) }
}

function only<Handler>(id: RegExp, handler: Handler) {
  return { filter: { id }, handler }
}
