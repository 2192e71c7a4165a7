import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that runs. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** What it has printed on stdout so far. */
  stdout(): string
  stderr(): string
  /** Waits until stdout holds a text that matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
}

/** A server that was started by the command, and listens. */
export interface Serving extends Running {
  readonly baseUrl: string
  readonly origin: string
  readonly port: number
}

/** Runs the command to its end. */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  await using running = startCommand(args, env)
  return await running.ended
}

/** Starts `orders-mock` on a free port, and waits until it listens. */
export async function startServing(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  main = MAIN,
): Promise<Serving> {
  const running = startCommand(['--port', '0', ...args], env, main)
  const [baseUrl = ''] = await running.printed(/http:\/\/[\w.:[\]]+\/v1/)
  const { origin, port } = new URL(baseUrl)
  return { ...running, baseUrl, origin, port: Number(port) }
}

/** Starts the command with nothing of this process's environment but its PATH. */
export function startCommand(args: readonly string[], env: Record<string, string> = {}, main = MAIN): Running {
  return watch(spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...env } }))
}

/** Starts the command on a terminal of its own (`script` of util-linux makes one). */
export function startOnTerminal(args: readonly string[]): Running {
  const line = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ')
  const env = { PATH: process.env['PATH'], TERM: 'xterm-256color' }
  return watch(spawn('script', ['-qec', `exec ${line}`, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'pipe'] }))
}

function watch(child: ChildProcess): Running {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...printed }))
  })
  return {
    child,
    ended,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    printed: (pattern) => waitFor({ pattern, read: () => printed.stdout, child, ended }),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

interface Awaited {
  readonly pattern: RegExp
  readonly read: () => string
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

function waitFor({ pattern, read, child, ended }: Awaited): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = pattern.exec(read())
      if (found === null) return
      child.stdout?.off('data', look)
      resolve(found)
    }
    child.stdout?.on('data', look)
    look()
    ended.then((end) => reject(new Error(`It ended before it printed ${pattern}: ${JSON.stringify(end)}`)), reject)
  })
}
