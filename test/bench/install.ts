import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contestant } from './contestants.js'

const runFile = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVERS = fileURLToPath(new URL('servers/', import.meta.url))

/** Where the contestants are installed: outside the tree, and kept for the next run. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'orders-mock-bench')

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
  const installation = packages.length === 0 ? undefined : await installPackages(folder, packages)
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
  await mkdir(CACHE, { recursive: true })
  const pack = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', CACHE]
  const { stdout } = await runFile('npm', pack, { cwd: ROOT })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }]
  const digest = createHash('sha256')
    .update(await readFile(join(CACHE, filename)))
    .digest('hex')
  return await installPackages(folderOf('orders-mock'), [join(CACHE, filename)], digest)
}

/** Installs one package by its name and version, to be imported. */
export async function installTool(spec: string): Promise<string> {
  const folder = folderOf(spec)
  await installPackages(folder, [spec])
  return folder
}

async function installPackages(folder: string, packages: readonly string[], digest?: string): Promise<Installation> {
  const note = join(folder, 'installed.json')
  const wanted = JSON.stringify({ packages, digest })
  const known = await readFile(note, 'utf8').then(
    (text) => JSON.parse(text) as Installation & { readonly wanted: string },
    () => undefined,
  )
  if (known?.wanted === wanted) return known
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const emptyCache = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const options = ['--no-audit', '--no-fund', '--silent', '--cache', emptyCache]
  const startMs = performance.now()
  await runFile('npm', ['install', ...options, ...packages], { cwd: folder })
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
