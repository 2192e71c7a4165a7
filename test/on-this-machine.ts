import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether no test may be skipped. */
export const mustRun = process.env['CI'] === 'true'

/**
 * Which of the commands this machine lacks; with `CI=true` none may be missing, so that nothing is skipped there.
 *
 * @returns words for why a test is skipped, or `undefined` if it can run
 */
export function missingCommands(...commands: readonly string[]): string | undefined {
  if (mustRun) return undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = commands.filter((command) => !folders.some((folder) => existsSync(join(folder, command))))
  return missing.length === 0 ? undefined : `This machine has no ${missing.join(' and no ')}.`
}
