import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder, installPackages, pack } from '../npm-project.js'
import type { Contestant } from './contestants.js'

const SERVERS = fileURLToPath(new URL('servers/', import.meta.url))

/** Where the contestants are installed: outside the tree, and kept for the next run. */
export const CACHE = cacheFolder('bench')

/** What it costs to install something from an empty cache of npm. */
export interface Installation {
  readonly seconds: number
  readonly megabytes: number
  readonly packages: number
}

/** Installs a contestant unless it is there already, and writes its files anew. */
export async function install({ name, packages, copies = [], files = {} }: Contestant): Promise<{
  readonly folder: string
  readonly installation: Installation | undefined
}> {
  const folder = folderOf(name)
  const installation = packages.length === 0 ? undefined : await installAnew(folder, packages)
  await mkdir(folder, { recursive: true })
  for (const copy of copies) await copyFile(join(SERVERS, copy), join(folder, copy))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, installation }
}

/** Packs this checkout as it is published, and installs it as a user does. */
export async function installThis(): Promise<Installation> {
  const { tarball } = await pack(CACHE)
  const digest = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex')
  return await installAnew(folderOf('orders-mock'), [tarball], digest)
}

async function installAnew(folder: string, packages: readonly string[], digest?: string): Promise<Installation> {
  const note = join(folder, 'installed.json')
  const wanted = JSON.stringify({ packages, digest })
  const known = await readFile(note, 'utf8').then(
    (text) => JSON.parse(text) as Installation & { readonly wanted: string },
    () => undefined,
  )
  if (known?.wanted === wanted) return known
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

function folderOf(name: string): string {
  return join(CACHE, name.replaceAll(/[^a-z0-9.]+/gi, '-').replace(/^-/, ''))
}
