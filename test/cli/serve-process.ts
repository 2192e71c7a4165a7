import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

/** What `orders-mock serve --log json` says first. */
export interface Listening {
  readonly baseUrl: string
  readonly key: string
  readonly scenario: string
  readonly controlUrl: string
  readonly data?: { readonly folder: string; readonly restored: boolean }
}

/** A process that runs `orders-mock serve`; it ends with the test at the latest. */
export class ServeProcess {
  readonly child: ChildProcess
  /** What it has written to stderr so far. */
  stderr = ''
  stdout = ''
  readonly #exit: Promise<unknown>

  constructor(args: readonly string[], options: { env?: Record<string, string>; command?: readonly string[] } = {}) {
    const [command = process.execPath, ...before] = options.command ?? []
    this.child = spawn(
      command,
      [...before, ...(before.length > 0 ? [process.execPath] : []), MAIN, 'serve', '--port', '0', ...args],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...options.env },
      },
    )
    this.#exit = once(this.child, 'close')
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    onTestFinished(async () => {
      await this.end('SIGKILL')
    })
  }

  /** Waits for the first line of `--log json`. */
  async listening(): Promise<Listening> {
    if (this.child.stdout === null) throw new Error('There is no stdout.')
    for await (const line of createInterface({ input: this.child.stdout })) return JSON.parse(line) as Listening
    throw new Error(`It ended before it listened: ${this.stderr}`)
  }

  /** Ends it; resolves to its exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal)
    return await this.exitCode()
  }

  /** Waits for its end by itself. */
  async exitCode(): Promise<number | null> {
    await this.#exit
    return this.child.exitCode
  }
}
