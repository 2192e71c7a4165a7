import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fenced block of the README, or of another page. */
export interface ReadmeBlock {
  readonly language: string
  /** The note above it, such as `run with vitest`. */
  readonly note: string
  readonly code: string
}

const FENCE = /(?:<!-- (?<note>.*?) -->\s*)?^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$/gm

/** The fenced blocks of the README, or of another page, in their order. */
export function readmeBlocks(page = 'README.md'): ReadmeBlock[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(FENCE)].map(({ groups = {} }) => ({
    language: groups['language'] ?? '',
    note: groups['note'] ?? '',
    code: groups['code'] ?? '',
  }))
}

/** The first block that names its file in its first line, or in a note above it. */
export function fileNamed(blocks: readonly ReadmeBlock[], name: string): string {
  const block = blocks.find(({ note, code }) => note === name || /^(?:\/\/|#) (.*)\n/.exec(code)?.[1] === name)
  if (block === undefined) throw new Error(`The page has no ${name}.`)
  return block.code
}

/** A folder inside this project, so that what is imported is found, with files of a page; it goes with the test. */
export function exampleFolder(blocks: readonly ReadmeBlock[] = [], names: readonly string[] = []): string {
  mkdirSync('dist/examples', { recursive: true })
  const folder = mkdtempSync(join(process.cwd(), 'dist/examples/'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), fileNamed(blocks, name))
  }
  return folder
}

/** Makes the folder a project of its own, in which this package and further programs are installed. */
export function makeProject(folder: string, manifest: object, programs: readonly string[] = []): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.cwd(), join(folder, 'node_modules/orders-mock'))
  symlinkSync(join(process.cwd(), 'dist/bin/main.js'), join(folder, 'node_modules/.bin/orders-mock'))
  for (const name of programs)
    symlinkSync(join(process.cwd(), 'node_modules/.bin', name), join(folder, 'node_modules/.bin', name))
}
