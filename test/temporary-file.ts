import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './server/persistence/temporary-folder.js'

/** Writes a file into a folder of its own, which goes with the test, and gives its path. */
export function temporaryFile(name: string, content: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}
