import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes a folder that is gone when the test is over; the path has no links in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'orders-mock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
