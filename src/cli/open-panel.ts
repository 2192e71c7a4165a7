import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import type { RunningServer } from '../server/index.js'
import type { CommandContext } from './command-context.js'

/** Opens the control panel in the browser. The mock runs on if there is none: then the person is told the address. */
export function openPanel(
  { panelUrl }: Pick<RunningServer, 'panelUrl'>,
  { stderr }: Pick<CommandContext, 'stderr'>,
): void {
  if (panelUrl === undefined) {
    stderr.write('orders-mock: There is no panel to open: --no-panel leaves it out.\n')
    return
  }
  const [command, ...args] = openerOf(platform())
  const say = (reason: string): void => {
    stderr.write(`orders-mock: Cannot open a browser (${reason}). Open ${panelUrl} yourself.\n`)
  }
  const opener = spawn(command, [...args, panelUrl], { stdio: 'ignore', detached: true })
  opener.once('error', (error) => say(error.message))
  opener.once('exit', (code) => {
    if (code !== 0) say(`${command} failed`)
  })
  // The opener may be the browser itself, which outlives the mock.
  opener.unref()
}

/** The command with which a person's programs open an address. */
function openerOf(system: NodeJS.Platform): readonly [command: string, ...args: string[]] {
  if (system === 'darwin') return ['open']
  // `start` is a word of the shell, and takes its first quoted argument for a title.
  if (system === 'win32') return ['cmd', '/c', 'start', '""']
  return ['xdg-open']
}
