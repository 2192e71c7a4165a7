import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { missingCommands } from '../on-this-machine.js'
import type { RunningProvider } from './providers/running-provider.js'

export const canPaste = missingCommands('bash', 'curl') === undefined

/** Runs lines as a person would who pastes them into bash; gives what they print, and the errors of curl. */
export async function paste(lines: readonly string[], key = ''): Promise<string> {
  const bash = spawn('bash', ['--norc', '--noprofile'], { env: { ...process.env, ORDERS_MOCK_KEY: key } })
  bash.stdin.end(`${lines.join('\n')}\n`)
  const [output, errors] = await Promise.all([text(bash.stdout), text(bash.stderr)])
  return [output, ...(errors.match(/^.*(?:curl: \(\d+\)|Excess).*$/gm) ?? [])].join('\n')
}

export function linesFor(lines: readonly string[], from: RunningProvider, to: RunningProvider): string[] {
  return lines.map((line) =>
    line.replaceAll(from.statesUrl, to.statesUrl).replaceAll(new URL(from.baseUrl).origin, new URL(to.baseUrl).origin),
  )
}
