import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installWithThis, pack, type Packed } from '../npm-project.js'

/** A project of somebody else that has the package installed as it is published. */
export interface UserProject extends AsyncDisposable, Packed {
  readonly folder: string
  /** Runs a program in the folder. */
  run(file: string, ...args: readonly string[]): Promise<Ended>
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Packs what has been built, and installs it and other packages into an empty folder. */
export async function makeUserProject(...packages: readonly string[]): Promise<UserProject> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-package-'))
  const packed = await pack(folder)
  await installWithThis(folder, packed.tarball, packages)
  const run: UserProject['run'] = async (file, ...args) =>
    await promisify(execFile)(file, args, { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: Ended) => error,
    )
  return { folder, ...packed, run, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
