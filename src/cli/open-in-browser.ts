import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import type { CommandContext } from './command-context.js'

/** Opens an address in the browser. If there is none, the person is told the address. */
export function openInBrowser(url: string, { stderr }: Pick<CommandContext, 'stderr'>): void {
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  const giveUp = (): void => void stderr.write(`orders-mock: Cannot open a browser. Open ${url} yourself.\n`)
  opener.once('error', giveUp)
  opener.once('exit', (code) => code !== 0 && giveUp())
  // The opener may be the browser itself, which outlives the mock.
  opener.unref()
}

/** The commands with which a person's programs open an address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` is a word of the shell, and takes its first quoted argument for a title.
  win32: ['cmd', '/c', 'start', '""'],
}
