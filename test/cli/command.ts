import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/index.js'
import { listen, stopListening } from '../../src/node/index.js'

const MAIN = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A server that was started by the command, and listens. */
export type Serving = Awaited<ReturnType<typeof startServing>>

/** Sends a request to the API of a server, such as `GET /store/orders`. */
export function callApi({ baseUrl }: { baseUrl: string }, line: string, key = 'test-key'): Promise<Response> {
  const [method = '', path = ''] = line.split(' ')
  return fetch(baseUrl + path, { method, headers: { authorization: `Bearer ${key}` } })
}

/** A port that nothing listens on, below those that the system gives to whoever asks for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const [server, port] = [createServer(), randomInt(10_000, 32_000)]
    const isFree = await listen(server, { host: '127.0.0.1', port }).then(Boolean, () => false)
    if (!isFree) continue
    await stopListening(server)
    return port
  }
}

/** Runs the command to its end within this process, as in one of its own that has nothing of its environment but PATH. */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { ended, giveBack } = startHere(args, env)
  return await ended.finally(giveBack)
}

/** Serves on a free port within this process, or runs a command that is named before its options. */
export async function serveHere(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  terminal: Terminal = {},
) {
  const { stop, ended, giveBack, ...printing } = startHere([...args, '--port', '0'], env, terminal)
  const end = (): Promise<Ended> => {
    stop.abort('SIGTERM')
    return ended
  }
  const dispose = async (): Promise<void> => void (await end())
  return await onceItListens({ ...printing, end, [Symbol.asyncDispose]: dispose }).finally(giveBack)
}

/** Where a command prints to. */
type Terminal = Readonly<{ stdout?: Output; colors?: boolean }>

/** The environment of this process, and those of the commands that run in it; the last one is in force. */
const environments = [process.env]

/** Starts a command within this process; `giveBack` restores its environment, `stop` ends the command. */
export function startHere(
  args: readonly string[],
  env: Record<string, string> = {},
  { stdout = new Output(), colors = false }: Terminal = {},
) {
  const stop = new AbortController()
  const stderr = new Output()
  const its: NodeJS.ProcessEnv = { ...surroundings(), ...env }
  environments.push(its)
  process.env = its
  const running = run(args, { stdout, stderr, env: its, colors, stop: stop.signal })
  const giveBack = (): void => {
    environments.splice(environments.indexOf(its), 1)
    process.env = environments.at(-1) ?? {}
  }
  return { stop, giveBack, ...observe(stdout, stderr, running) }
}

/** What a command prints, and how it ends. */
function observe(stdout: Output, stderr: Output, exit: Promise<number | null>) {
  const ended = exit.then((code): Ended => ({ code, stdout: stdout.text, stderr: stderr.text }))
  /** Waits until stdout holds a text that matches; rejects if the command ends without it. */
  const printed = (pattern: RegExp): Promise<RegExpExecArray> => {
    const tooEarly = ended.then((end) => {
      throw new Error(`It ended before it printed ${pattern}: ${JSON.stringify(end)}`)
    })
    return Promise.race([stdout.printed(pattern), tooEarly])
  }
  return { ended, stdout: () => stdout.text, stderr: () => stderr.text, printed }
}

async function onceItListens<Command extends Pick<ReturnType<typeof observe>, 'printed'>>(command: Command) {
  const [baseUrl = ''] = await command.printed(/https?:\/\/[\w.:[\]]+\/v1/)
  const { origin, port } = new URL(baseUrl)
  return { ...command, baseUrl, origin, port: Number(port) }
}

/** Keeps what is written to it. */
export class Output extends Writable {
  text = ''

  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text)
      if (found !== null) return found
      await once(this, 'text')
    }
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.emit('text')
    done()
  }
}

/** Runs the command to its end in a process of its own, which it may crash. */
export async function runProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  await using running = startCommand(args, env)
  return await running.ended
}

/**
 * Starts `orders-mock` on a free port, and waits until it listens.
 *
 * @param through a command that runs the one that follows it, such as `prlimit`
 */
export async function startServing(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  through: readonly string[] = [],
) {
  return await onceItListens(startCommand(['--port', '0', ...args], env, through))
}

/** Starts the command with nothing of this process's environment but its PATH. */
export function startCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  through: readonly string[] = [],
) {
  const [command = '', ...rest] = [...through, process.execPath, MAIN, ...args]
  return watch(spawn(command, rest, { env: { ...surroundings(), ...env } }))
}

/** Nothing of this process's environment but its PATH. No provider or run is given up for the pace of a machine. */
function surroundings() {
  return { PATH: process.env['PATH'], ORDERS_MOCK_TIMEOUT: '60s', ORDERS_MOCK_TIME_BUDGET: '10m' }
}

/** Starts the command on a terminal of its own (`script` of util-linux makes one). */
export function startOnTerminal(args: readonly string[]) {
  const line = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ')
  const env = { PATH: process.env['PATH'], TERM: 'xterm-256color' }
  return watch(spawn('script', ['-qec', `exec ${line}`, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'pipe'] }))
}

/** Keeps what a process prints, and kills it if it still runs in the end. */
export function watch(child: ChildProcess) {
  const [stdout, stderr] = [new Output(), new Output()]
  child.stdout?.pipe(stdout)
  child.stderr?.pipe(stderr)
  const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const observed = observe(stdout, stderr, exit)
  /** Stops it by SIGTERM. */
  const end = (): Promise<Ended> => {
    child.kill('SIGTERM')
    return observed.ended
  }
  const dispose = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exit
  }
  return { child, ...observed, end, [Symbol.asyncDispose]: dispose }
}
