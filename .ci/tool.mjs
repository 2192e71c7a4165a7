// Runs a tool of package.json in this folder, with the versions of its lock file: node .ci/tool.mjs "oxlint --type-aware"
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((path) => join(folder, path))

const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
const status =
  (isCurrent ? 0 : run('npm ci --no-audit --no-fund --loglevel error', folder)) || run(process.argv.slice(2).join(' '))
process.exit(status)

/** @returns the exit code of a command of the shell */
function run(command, cwd = process.cwd()) {
  const PATH = join(folder, 'node_modules', '.bin') + delimiter + process.env.PATH
  return spawnSync(command, { cwd, env: { ...process.env, PATH }, shell: true, stdio: 'inherit' }).status ?? 1
}
