import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder, installWithThis, pack, writeFiles } from '../npm-project.js'
import { fileNamed, readmeBlocks } from '../readme/readme-blocks.js'

// `npm run test:recipes [tool ...]`: what fixtures/recipes.md says of tools that are too heavy for `npm test`, run in
// projects that have this package as it is packed.

const CACHE = cacheFolder('recipes')
const LIMIT_MS = 5 * 60_000

// The versions that the recipes are tried with; fixtures/recipes.md names their major numbers.

const REACT = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0']
const TYPESCRIPT = 'typescript@5.9.3'
// msw 3 needs Node 22.12.
const MSW = 'msw@2.15.0'

// tsx runs the configuration, as the program of Cypress does.
export const CYPRESS = ['cypress@15.3.0', 'tsx@4.23.15', TYPESCRIPT]
export const NEXT = ['next@16.4.6', MSW, ...REACT, '@types/node@20.19.43', TYPESCRIPT]
export const STORYBOOK = [
  'storybook@10.6.7',
  '@storybook/react-vite@10.6.7',
  'msw-storybook-addon@3.0.3',
  'vite@8.3.8',
  MSW,
  ...REACT,
  TYPESCRIPT,
]

/** A strict `tsconfig.json` of a project that a bundler reads. */
export function tsconfig(include: readonly string[], options: object): string {
  const usual = { module: 'ESNext', moduleResolution: 'Bundler', strict: true, noEmit: true, skipLibCheck: true }
  return JSON.stringify({ compilerOptions: { ...usual, ...options }, include })
}

/**
 * Makes the project of somebody who has a tool, installs packages beside this one, and has copied files from the page to
 * those that were there; gives its folder. What was installed the last time is still there.
 */
export async function makeRecipeProject(
  name: string,
  { packages, fromPage, files }: { packages: string[]; fromPage: string[]; files: Readonly<Record<string, string>> },
): Promise<string> {
  const folder = join(CACHE, name)
  const left = await readdir(folder).catch(() => [])
  await Promise.all(
    left.filter((entry) => entry !== 'node_modules').map((entry) => rm(join(folder, entry), { recursive: true })),
  )
  const { tarball } = await pack(folder)
  // No script of these packages is needed, and the one of Cypress would fetch its program.
  await installWithThis(folder, tarball, packages, '--ignore-scripts')
  const blocks = readmeBlocks('fixtures/recipes.md')
  const copied = fromPage.map((path) => [path, fileNamed(blocks, path)] as const)
  await writeFiles(folder, { ...files, ...Object.fromEntries(copied) })
  return folder
}

/** What a tool gets to see: nothing that npm or tsx has set, and a request not to call home. */
export function toolEnvironment() {
  const { PATH, HOME } = process.env
  return { PATH, HOME, CI: 'true', DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1' }
}

/** Runs a program of a package that the project has, and fails with what it printed. */
export async function runTool(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: toolEnvironment(), timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  const file = `${folder}/node_modules/.bin/${program}`
  const running = promisify(execFile)(file, args, options)
  // Nobody is there to answer questions.
  running.child.stdin?.end()
  return await running.then(
    ({ stdout }) => stdout,
    ({ message, stdout, stderr }: Error & { stdout: string; stderr: string }) => {
      throw new Error([message.split('\n')[0], stdout, stderr].join('\n').trim())
    },
  )
}
