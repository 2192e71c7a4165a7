import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contestant, ControlCall, Load } from './contestants.js'
import type { SendLoad } from './load.js'
import { type ServerProcess, startServer } from './server-process.js'

/** A slow server is not warmed up for ever. */
const MAX_WARM_UP_SECONDS = 8
const MAIN = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

/** A contestant that is installed. */
export interface Entrant {
  readonly contestant: Contestant
  readonly folder: string
  readonly answers: string
}

/** One start, from the spawn to the first 200, and what the process had used by then. */
export interface StartSample {
  readonly name: string
  readonly startMs: number
  readonly cpuMs: number | undefined
}

/** One load in one round. */
export interface LoadSample {
  readonly name: string
  readonly load: string
  readonly requests: number
  readonly perSecond: number
  /** Time of the server's processor for each request, in microseconds; `undefined` where the system does not tell. */
  readonly cpuMicros: number | undefined
}

export interface Verification {
  readonly name: string
  readonly result: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
}

/** Starts each contestant once in every round. */
export async function measureStarts(entrants: readonly Entrant[], rounds: number): Promise<StartSample[]> {
  const samples: StartSample[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const entrant of entrants) {
      const server = await startServer(entrant.contestant, entrant)
      samples.push({ name: entrant.contestant.name, startMs: server.startMs, cpuMs: server.cpuMs() })
      await server.end()
    }
  }
  return samples
}

interface LoadOptions {
  readonly rounds: number
  readonly seconds: number
  /** Requests before the first round of a load: until then it is the compiler that is measured, and the growth of the heap. */
  readonly warmUpRequests: number
  readonly send: SendLoad
}

/** Sends each load to all contestants in turn, round by round, so that what disturbs the machine disturbs them alike. */
export async function measureLoads(entrants: readonly Entrant[], options: LoadOptions): Promise<LoadSample[]> {
  const { rounds, seconds, send } = options
  const servers = new Map<Contestant, ServerProcess>()
  const samples: LoadSample[] = []
  try {
    for (const entrant of entrants) servers.set(entrant.contestant, await startPrepared(entrant))
    const running = inTurn(servers)
    for (const each of running) await warmUp(each, options)
    for (let round = 0; round < rounds; round += 1) {
      for (const each of running) samples.push(await sendTo(each, send, seconds))
    }
    return samples
  } finally {
    for (const server of servers.values()) await server.end()
  }
}

interface Running {
  readonly contestant: Contestant
  readonly server: ServerProcess
  readonly load: Load
}

/** What is compared stands side by side. */
function inTurn(servers: ReadonlyMap<Contestant, ServerProcess>): Running[] {
  const all = Array.from(servers, ([contestant, server]) =>
    contestant.loads.map((load) => ({ contestant, server, load })),
  ).flat()
  const names = [...new Set(all.map(({ load }) => load.name))]
  return names.flatMap((name) => all.filter(({ load }) => load.name === name))
}

async function warmUp(running: Running, { warmUpRequests, send }: LoadOptions): Promise<void> {
  let sent = 0
  for (let second = 0; second < MAX_WARM_UP_SECONDS && sent < warmUpRequests; second += 1) {
    const { requests } = await sendTo(running, send, 1)
    sent += requests
  }
}

async function sendTo({ contestant, server, load }: Running, send: SendLoad, seconds: number): Promise<LoadSample> {
  if (load.before) await call(server.origin, load.before)
  const beforeMs = server.cpuMs()
  const { requests, perSecond, refused } = await send(server.origin + contestant.basePath, load, seconds)
  const afterMs = server.cpuMs()
  if (load.before && requests > (load.count ?? Infinity)) {
    throw new Error(`${contestant.name} answered ${requests} times and has ${load.count} orders. Take fewer --seconds.`)
  }
  const wrong = load.isRefused === true ? requests - refused : refused
  if (requests === 0 || wrong > 0) {
    throw new Error(`${contestant.name}, ${load.name}: ${wrong} of ${requests} answers are not what they should be.`)
  }
  const usedMs = beforeMs === undefined || afterMs === undefined ? undefined : afterMs - beforeMs
  const cpuMicros = usedMs && (usedMs * 1000) / requests
  return { name: contestant.name, load: load.name, requests, perSecond, cpuMicros }
}

/** Starts a contestant as the loads find it. */
export async function startPrepared(entrant: Entrant): Promise<ServerProcess> {
  const server = await startServer(entrant.contestant, entrant)
  for (const each of entrant.contestant.preparation ?? []) await call(server.origin, each)
  return server
}

async function call(origin: string, { method, path, body }: ControlCall): Promise<void> {
  const response = await fetch(origin + path, { method, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
}

/** Verifies each contestant as a provider: with provider states where it has some, else without. */
export async function measureVerifications(entrants: readonly Entrant[]): Promise<Verification[]> {
  const verifications: Verification[] = []
  for (const entrant of entrants) {
    const server = await startServer(entrant.contestant, entrant)
    verifications.push(await verify(entrant.contestant, server).finally(() => server.end()))
  }
  return verifications
}

async function verify(contestant: Contestant, { origin }: ServerProcess): Promise<Verification> {
  const { name, basePath, verifyOptions } = contestant
  const report = join(tmpdir(), `orders-mock-bench-${process.pid}.json`)
  const options = verifyOptions?.(origin) ?? ['--key', 'test-key']
  const args = [MAIN, 'verify', origin + basePath, ...options, '--report', `json=${report}`]
  const startMs = performance.now()
  // Its exit code says what the report says too.
  await promisify(execFile)('node', args).catch(() => {})
  const seconds = (performance.now() - startMs) / 1000
  const { result, summary } = JSON.parse(await readFile(report, 'utf8')) as {
    readonly result: string
    readonly summary: Pick<Verification, 'passed' | 'failed' | 'skipped'>
  }
  await rm(report)
  const { passed, failed, skipped } = summary
  return { name, result, passed, failed, skipped, seconds }
}
