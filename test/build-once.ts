import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds what has changed since the last build, so that tests of the command never run a stale one. Declarations wait. */
export function setup(): void {
  execFileSync(process.execPath, ['.build/build.mjs', 'code'], { cwd: root, stdio: 'inherit' })
}
