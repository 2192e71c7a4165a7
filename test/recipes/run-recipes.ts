import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder, installWithThis, pack } from '../npm-project.js'
import { fileNamed, readmeBlocks } from '../readme/readme-blocks.js'
import { cypress } from './cypress.js'
import { next } from './next.js'
import type { Check, Recipe } from './recipe.js'
import { storybook } from './storybook.js'

// `npm run test:recipes [tool ...]`: what fixtures/recipes.md says of tools that are too heavy for `npm test`, run in
// projects that have this package as it is packed.

const RECIPES = [storybook, next, cypress]
const CACHE = cacheFolder('recipes')

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !RECIPES.some((recipe) => recipe.name === name))
if (unknown.length > 0)
  throw new Error(
    `There is no recipe for ${unknown.join(', ')}. There is: ${RECIPES.map(({ name }) => name).join(', ')}.`,
  )

const blocks = readmeBlocks('fixtures/recipes.md')
const { tarball } = await pack(CACHE)
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const recipe of RECIPES) {
  if (wanted.length > 0 && !wanted.includes(recipe.name)) continue
  const folder = await createProject(recipe)
  const name = `${recipe.name} ${await installedVersion(folder, recipe)}`
  for (const check of recipe.checks) {
    const startMs = performance.now()
    const { result, reason } = await make(check, folder)
    const seconds = `${Math.round((performance.now() - startMs) / 1000)} s`
    counts[result] += 1
    console.log([name.padEnd(17), result.padEnd(7), seconds.padStart(5), check.name].join('  '))
    if (reason !== undefined) console.log(reason.replaceAll(/^/gm, ' '.repeat(35)))
  }
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed === 0 ? 0 : 1

/** A project of somebody who has the tool, and has copied the recipe. */
async function createProject({ name, packages, fromPage, files }: Recipe): Promise<string> {
  const folder = join(CACHE, name)
  const left = await readdir(folder).catch(() => [])
  await Promise.all(
    left.filter((entry) => entry !== 'node_modules').map((entry) => rm(join(folder, entry), { recursive: true })),
  )
  // No script of these packages is needed, and the one of Cypress would fetch its program.
  await installWithThis(folder, tarball, packages, '--ignore-scripts')
  const copied = fromPage.map((path) => [path, fileNamed(blocks, path)] as const)
  for (const [path, text] of [...Object.entries(files), ...copied]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

async function installedVersion(folder: string, { packages: [tool = ''] }: Recipe): Promise<string> {
  const manifest = join(folder, 'node_modules', tool.replace(/@[^@]+$/, ''), 'package.json')
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
}

async function make(check: Check, folder: string): Promise<{ result: keyof typeof counts; reason?: string }> {
  if (check.impossible !== undefined) return { result: 'skipped', reason: check.impossible }
  return await check.run(folder).then(
    () => ({ result: 'passed' }),
    (error: Error) => ({ result: 'failed', reason: error.message }),
  )
}
