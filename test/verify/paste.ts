import { spawn } from 'node:child_process'
import type { CheckResult } from 'orders-mock/verify'
import { expect } from 'vitest'
import { missingCommands } from '../on-this-machine.js'
import type { RunningProvider } from './providers/running-provider.js'
import { startSmallProvider } from './providers/small-provider.js'

/** Whether this machine has the commands that the lines of a finding need. */
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

/**
 * Pastes the lines of a finding, for a fresh provider of the same kind, and for one that keeps the contract: what is
 * printed must not be the same.
 */
export async function expectToShowAgain(
  check: CheckResult,
  found: RunningProvider,
  start: () => Promise<RunningProvider>,
): Promise<void> {
  const lines = check.steps ?? []
  const [broken, right] = [await start(), await startSmallProvider()]
  try {
    const shown = await paste(linesFor(lines, found, broken), found.apiKey)
    const usual = await paste(linesFor(lines, found, right), found.apiKey)
    expect({ id: check.id, lines, shown: normal(shown) }).not.toEqual({ id: check.id, lines, shown: normal(usual) })
  } finally {
    await Promise.all([broken.close(), right.close()])
  }
}

export function linesFor(lines: readonly string[], from: RunningProvider, to: RunningProvider): string[] {
  return lines.map((line) =>
    line.replaceAll(from.statesUrl, to.statesUrl).replaceAll(new URL(from.baseUrl).origin, new URL(to.baseUrl).origin),
  )
}

// The answers of concurrent requests come in any order; a date is always another.
function normal(output: string): string[] {
  return output
    .split(/\r?\n/)
    .filter((line) => !/^(?:date|connection|keep-alive):/i.test(line))
    .map((line) => line.replaceAll(/after \d+ (?:ms|milliseconds)/g, ''))
    .toSorted()
}
