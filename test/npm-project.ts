import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MANIFEST = '{ "name": "project", "private": true, "type": "module" }'
const runFile = promisify(execFile)

/** Where a script keeps what it installs for its next run: outside the tree. */
export function cacheFolder(script: string): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), `orders-mock-${script}`)
}

/**
 * Installs what few tests need, once for all runs on this machine, each package with its exact version.
 *
 * @returns its `node_modules`
 */
export async function installTools(...packages: readonly string[]): Promise<string> {
  const folder = join(cacheFolder('tools'), packages.join('+').replaceAll('/', '-'))
  if (!existsSync(folder)) {
    await mkdir(dirname(folder), { recursive: true })
    const unfinished = await mkdtemp(`${folder}.`)
    await installPackages(unfinished, packages, '--prefer-offline')
    // Another test may have been quicker.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  }
  return join(folder, 'node_modules')
}

/** Packs this package: `paths` is what the tarball contains, and `bytes` what its files take, unpacked. */
export async function pack(folder: string) {
  await mkdir(folder, { recursive: true })
  const options = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await runFile('npm', options, { cwd: ROOT })
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ]
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path), bytes: unpackedSize }
}

/** Installs this package and others; npm refuses peers that are out of its ranges. */
export async function installWithThis(
  folder: string,
  tarball: string,
  packages: readonly string[],
  ...options: readonly string[]
): Promise<void> {
  // The same name and version as last time: npm would keep what it has.
  await rm(join(folder, 'node_modules/orders-mock'), { recursive: true, force: true })
  await installPackages(folder, [tarball, ...packages], '--prefer-offline', ...options)
}

/** Writes files below a folder, which is made as far as it is not there. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** Makes a folder a project that has the packages. */
export async function installPackages(
  folder: string,
  packages: readonly string[],
  ...options: readonly string[]
): Promise<void> {
  await writeFiles(folder, { 'package.json': MANIFEST })
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error']
  await runFile('npm', ['install', ...quiet, ...options, ...packages], { cwd: folder })
}
