import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installWithThis, pack } from '../npm-project.js'

/** A project of somebody else that has the package installed as it is published. */
export type UserProject = Awaited<ReturnType<typeof makeUserProject>>

/** Packs what has been built, and installs it and other packages into an empty folder. */
export async function makeUserProject(...packages: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-package-'))
  const packed = await pack(folder)
  await installWithThis(folder, packed.tarball, packages)
  /** Runs a program in the folder. */
  const run = async (file: string, ...args: readonly string[]) =>
    await promisify(execFile)(file, args, { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  return { folder, ...packed, run, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
