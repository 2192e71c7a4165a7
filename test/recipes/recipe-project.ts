import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder, installWithThis, pack } from '../npm-project.js'
import { fileNamed, readmeBlocks } from '../readme/readme-blocks.js'

// `npm run test:recipes [tool ...]`: what fixtures/recipes.md says of tools that are too heavy for `npm test`, run in
// projects that have this package as it is packed.

const CACHE = cacheFolder('recipes')

/** The project of somebody who has a tool, and has copied its recipe. */
export interface RecipeProject {
  /** What is installed, with this package. */
  readonly packages: readonly string[]
  /** Files that the page holds. */
  readonly fromPage: readonly string[]
  /** The rest of the project: what its reader has already. */
  readonly files: Readonly<Record<string, string>>
}

/** Makes the project, and gives its folder; what was installed the last time is still there. */
export async function makeRecipeProject(name: string, { packages, fromPage, files }: RecipeProject): Promise<string> {
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
  for (const [path, text] of [...Object.entries(files), ...copied]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}
