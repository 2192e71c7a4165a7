import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contestant } from './contestants.js'
import { hasCommand, pinnedTo } from './machine.js'

const START_TIMEOUT_MS = 60_000

/** A contestant that serves, on a core of its own where that can be had. */
export interface ServerProcess {
  readonly origin: string
  /** From its spawn to the first 200. */
  readonly startMs: number
  /** What it has used so far, in milliseconds; `undefined` where the system does not tell. */
  cpuMs(): number | undefined
  end(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly answers: string
}

/** Starts a contestant and waits until it lists orders. */
export async function startServer(contestant: Contestant, { folder, answers }: Place): Promise<ServerProcess> {
  const port = await freePort()
  const [program = '', ...args] = pinnedTo(0, contestant.command({ port, answers }))
  const startedMs = performance.now()
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2000)))
  const origin = `http://127.0.0.1:${port}`
  while (!(await isListing(origin + contestant.basePath))) {
    if (child.exitCode !== null || performance.now() - startedMs > START_TIMEOUT_MS) {
      await end(child)
      throw new Error(`${contestant.name} does not serve: ${stderr}`)
    }
    await sleep(2)
  }
  const startMs = performance.now() - startedMs
  return { origin, startMs, cpuMs: () => cpuOf(child.pid), end: () => end(child) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}

async function isListing(baseUrl: string): Promise<boolean> {
  const listing = get(`${baseUrl}/store/orders`, { headers: { authorization: 'Bearer test-key' }, agent: false })
  try {
    const [response] = (await once(listing, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode === 200
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
  await closed
  clearTimeout(timer)
}

const TICKS_PER_SECOND = hasCommand('getconf') ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100

/** Time in user and kernel mode (proc(5), fields 14 and 15 of `stat`). */
function cpuOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [userTicks, systemTicks] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    return ((Number(userTicks) + Number(systemTicks)) * 1000) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
