import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes a folder, with files perhaps, that is gone when the test is over; the path has no links in it. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Writes a file into a folder of its own, which goes with the test, and gives its path. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  return join(temporaryFolder({ [name]: content }), name)
}
