import module from 'node:module'
import { ToolError } from '../input/index.js'

// By this name, because webpack replaces an imported createRequire() by nothing.
const { resolve } = module.createRequire(import.meta.url)

/**
 * Makes sure that optional peer dependencies are there before they are needed.
 * @throws {ToolError} exit code 2, naming all that must be installed
 */
export function requirePeers(names: readonly string[], neededFor: string): void {
  const missing = names.filter((name) => !isInstalled(name)).join(' ')
  if (missing === '') return
  throw new ToolError(`${neededFor} needs packages that are not installed. Run: npm install --save-dev ${missing}`)
}

function isInstalled(name: string): boolean {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}
