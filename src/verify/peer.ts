import { createRequire } from 'node:module'
import { ToolError } from '../spec/index.js'

const { resolve } = createRequire(import.meta.url)

/**
 * Makes sure that an optional peer dependency is there before it is needed.
 *
 * @throws {ToolError} exit code 2, naming what to install
 */
export function requirePeer(name: string, neededFor: string): void {
  try {
    resolve(name)
  } catch {
    throw new ToolError(
      `${neededFor} needs ${name}, which is not installed. Install it: npm install --save-dev ${name}`,
    )
  }
}
