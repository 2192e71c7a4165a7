import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, installPackages, pack, writeFiles } from '../npm-project.js'
import type { Contestant } from './contestants.js'

/** Where the contestants are installed: outside the tree, and kept for the next run. */
export const CACHE = cacheFolder('bench')

/** What it costs to install something from an empty cache of npm. */
export interface Installation {
  readonly seconds: number
  readonly megabytes: number
  readonly packages: number
}

/** The folder in which a contestant runs. */
export function folderOf({ name }: Contestant): string {
  return join(CACHE, name.replaceAll(/[^a-z0-9.]+/gi, '-').replace(/^-/, ''))
}

/** Installs a contestant unless it is there already, and writes its files again. */
export async function install(contestant: Contestant): Promise<Installation | undefined> {
  const { packages, files = {} } = contestant
  const installation = packages && (await installAnew(folderOf(contestant), packages))
  await mkdir(folderOf(contestant), { recursive: true })
  await writeFiles(folderOf(contestant), files)
  return installation
}

/** Packs this checkout as it is published, and installs it as a user does. */
export async function installThis(contestant: Contestant): Promise<Installation> {
  const { tarball } = await pack(CACHE)
  const digest = createHash('sha256').update(await readFile(tarball))
  return await installAnew(folderOf(contestant), [tarball], digest.digest('hex'))
}

async function installAnew(folder: string, packages: readonly string[], digest?: string): Promise<Installation> {
  const note = join(folder, 'installed.json')
  const wanted = JSON.stringify({ packages, digest })
  const known = JSON.parse(await readFile(note, 'utf8').catch(() => '{}')) as Installation & { wanted?: string }
  if (known.wanted === wanted) return known
  await rm(folder, { recursive: true, force: true })
  const emptyCache = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const startMs = performance.now()
  await installPackages(folder, packages, '--cache', emptyCache)
  const seconds = (performance.now() - startMs) / 1000
  await rm(emptyCache, { recursive: true, force: true })
  const installation = { seconds, ...(await measure(join(folder, 'node_modules'))) }
  await writeFile(note, JSON.stringify({ wanted, ...installation }))
  return installation
}

async function measure(modules: string): Promise<Omit<Installation, 'seconds'>> {
  const entries = await readdir(modules, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // What they take on the disk, as du counts it.
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).blocks * 512),
  )
  const isPackage = /node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\@.][^/\\]*$/
  const packages = files.filter(({ name, parentPath }) => name === 'package.json' && isPackage.test(parentPath)).length
  return { megabytes: sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20, packages }
}
