import { spawn } from 'node:child_process'
import { missingCommands } from '../on-this-machine.js'
import type { RunningProvider } from './providers/running-provider.js'

export const canPaste = missingCommands('bash', 'curl') === undefined

/** Runs lines as a person would who pastes them into bash. */
export function paste(lines: readonly string[], key = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const bash = spawn('bash', ['--norc', '--noprofile'], { env: { ...process.env, ORDERS_MOCK_KEY: key } })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    bash.stdout.on('data', collect)
    bash.stderr.on('data', (chunk: Buffer) => /curl: \(\d+\)|Excess/.test(chunk.toString()) && collect(chunk))
    bash.on('error', reject).on('close', () => resolve(output))
    bash.stdin.end(`${lines.join('\n')}\n`)
  })
}

export function linesFor(lines: readonly string[], from: RunningProvider, to: RunningProvider): string[] {
  return lines.map((line) =>
    line.replaceAll(from.statesUrl, to.statesUrl).replaceAll(new URL(from.baseUrl).origin, new URL(to.baseUrl).origin),
  )
}
