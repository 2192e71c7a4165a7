import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFiles } from '../npm-project.js'
import { readmeBlocks } from '../readme/readme-blocks.js'
import type { Run } from './installations.js'

const PAGES = ['README.md', 'fixtures/recipes.md', 'contracts/testers.md', 'contracts/in-the-browser.md']
const blocks = PAGES.flatMap(readmeBlocks).filter(({ language }) => language === 'ts')

/** The examples of all pages that are tests of Vitest. */
const EXAMPLES = blocks.filter(({ note }) => note === 'run with vitest').map(({ code }) => code)

/** The code of all pages that starts the worker of msw. */
export const WORKERS = blocks.filter(({ code }) => code.includes('setupWorker')).map(({ code }) => code)

/** How many tests the examples have; one runs for each of its seeds. */
export const EXAMPLE_COUNT = 13

/** Runs the examples in a project that has Vitest, happy-dom, Express and msw, and returns the report of Vitest. */
export async function runExamples(run: Run, folder: string): Promise<unknown> {
  const files = EXAMPLES.map((code, index) => [`examples/${index}.test.ts`, code])
  await writeFiles(folder, {
    ...Object.fromEntries(files),
    'examples/vitest.config.js': 'export default { test: { include: ["*.test.ts"], testTimeout: 60_000 } }',
  })
  const report = join(folder, 'examples/report.json')
  const format = ['--reporter', 'json', '--outputFile', report]
  await run('node_modules/vitest/vitest.mjs', 'run', '--root', 'examples', ...format)
  return JSON.parse(await readFile(report, 'utf8'))
}

/** What TypeScript says of code for pages, in a project that has TypeScript, Vite and the types of Node. */
export async function compile(run: Run, folder: string, code: readonly string[]): Promise<string> {
  const files = Object.fromEntries(code.map((text, index) => [`compiled/${index}.mts`, text]))
  await writeFiles(folder, files)
  const types = ['--lib', 'es2023,esnext.disposable,dom,dom.iterable', '--types', 'node,vite/client', '--skipLibCheck']
  const kind = ['--strict', '--noEmit', '--pretty', 'false', '--target', 'es2022', '--module', 'nodenext']
  // It ends with 2 if there are errors, which it prints.
  const tsc = ['node_modules/typescript/bin/tsc', ...kind, ...types, ...Object.keys(files)]
  return await run(...tsc).catch(({ stdout }: { stdout: string }) => stdout)
}
