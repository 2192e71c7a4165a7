import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-file.js'

const script = fileURLToPath(new URL('../.build/words.mjs', import.meta.url))

/** Texts that users read, and the words in them that the check reports. */
const REPLACED: readonly (readonly [file: string, text: string, ...found: string[]])[] = [
  ['README.md', 'Two worlds.\n\nA room with a door.', '1: "worlds"', '3: "room"', '3: "door"'],
  ['.github/CONTRIBUTING.md', 'A face between walls, in a wing.', '1: "face"', '1: "walls"', '1: "wing"'],
  ['contracts/a.md', 'A cancel is answered with 204.\nNo reply.', '1: "answered"', '2: "reply"'],
  ['contracts/a.yaml', 'description: Real\n  time', '1: "Real time"'],
  ['contracts/b.md', 'It lists all.\nIt lists all, too.', '1: "lists all"', '2: "lists all"'],
  ['fixtures/a.json', '{ "description": "The base address" }', '1: "base address"'],
  ['test/bench/README.md', 'It refuses, and accuses.', '1: "refuses"', '1: "accuses"'],
  ['src/cli/help.ts', "// Two lines.\nexport const help = 'answers'", '2: "answers"'],
  ['src/cli/template.ts', 'export const help = (n: number) => `${n}\n rooms ${n} doors`', '2: "rooms"', '2: "doors"'],
  ['src/core/options.ts', "export const wayOut = 'Give the refused keys.'", '1: "Give"'],
  ['src/panel/page.tsx', 'export const Page = () => <p title="a wall">No answer</p>', '1: "wall"', '1: "answer"'],
]

const LEFT: readonly (readonly [file: string, text: string])[] = [
  ['contracts/e.md', '`npx orders-mock scenarios` lists all scenarios.'],
  ['contracts/d.md', 'curl: connection refused'],
  ['test/matrix/README.md', '[`test/faces`](../faces) and [`face.ts`](../faces/face.ts)'],
  ['src/panel/state.ts', "import { answer } from './answer.js'\n// An answer.\nexport const room = answer('refused')"],
  ['src/panel/a.generated.ts', "export const words = 'answers'"],
  ['src/core/engine.ts', "export const words = 'answers'"],
]

test('words that the glossary replaces are reported with their file and line; identifiers, comments in code, and the places that are allowed are left alone', async () => {
  const { code, report } = await check(...REPLACED.map(([file, text]) => [file, text] as const), ...LEFT)
  const words = [...report.matchAll(/^(.+?:\d+: "[^"]+"): use .+$/gm)].map(([, found]) => found)
  expect(code).toBe(1)
  const expected = REPLACED.flatMap(([file, , ...found]) => found.map((word) => `${file}:${word}`))
  expect(new Set(words)).toEqual(new Set(expected))
})

async function check(...files: readonly (readonly [file: string, text: string])[]) {
  const folder = temporaryFolder()
  for (const [file, text] of files) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return new Promise<{ code: number; report: string }>((resolve) => {
    execFile(process.execPath, [script], { cwd: folder }, (error, _, report) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, report }),
    )
  })
}
