import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pack, type Packed } from '../npm-project.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const runFile = promisify(execFile)

/** A project of somebody else that has the package installed as it is published. */
export interface Stranger extends AsyncDisposable, Packed {
  readonly folder: string
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

/** Packs what has been built, and installs it into an empty folder. */
export async function createStranger(): Promise<Stranger> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-package-'))
  const run: Stranger['run'] = async (file, args) =>
    await runFile(file, args, { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: Ended) => error,
    )
  const packed = await pack(folder)
  await writeFile(join(folder, 'package.json'), '{ "name": "stranger", "private": true }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
  const install: Stranger['install'] = async (...packages) =>
    await runFile('npm', ['install', ...quiet, ...packages], { cwd: folder })
  await install(packed.tarball)
  return {
    folder,
    ...packed,
    install,
    run,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
