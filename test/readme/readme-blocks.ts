import { readFileSync } from 'node:fs'

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
