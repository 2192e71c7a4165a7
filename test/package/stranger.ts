import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const runFile = promisify(execFile)

/** A project of somebody else that has the package installed as it is published. */
export interface Stranger extends AsyncDisposable {
  readonly folder: string
  readonly tarball: string
  /** What the tarball contains. */
  readonly paths: readonly string[]
  /** What its files take, unpacked. */
  readonly bytes: number
  /** Installs more packages. */
  install(...packages: readonly string[]): Promise<unknown>
  /** Runs a program in the folder. */
  run(file: string, args: readonly string[]): Promise<Ended>
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Packs what has been built, and installs it into an empty folder. */
export async function createStranger(): Promise<Stranger> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-package-'))
  const run: Stranger['run'] = async (file, args) =>
    await runFile(file, args, { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: Ended) => error,
    )
  const options = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await runFile('npm', options, { cwd: root })
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed]
  const tarball = join(folder, filename)
  await writeFile(join(folder, 'package.json'), '{ "name": "stranger", "private": true }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
  const install: Stranger['install'] = async (...packages) =>
    await runFile('npm', ['install', ...quiet, ...packages], { cwd: folder })
  await install(tarball)
  return {
    folder,
    tarball,
    paths: files.map(({ path }) => path),
    bytes: unpackedSize,
    install,
    run,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
