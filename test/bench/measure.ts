import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contestant, ControlCall, Load } from './contestants.js'
import type { SendLoad } from './load.js'
import { type ServerProcess, startServer } from './server-process.js'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** A contestant that is installed. */
export interface Entrant {
  readonly contestant: Contestant
  readonly folder: string
  readonly answers: string
}

/** All values of one number, in the order of the rounds. */
export type Series = readonly number[]

/** What the rounds of a load showed. */
export interface LoadSeries {
  readonly perSecond: Series
  /** Time of the server's processor for each request, in microseconds; empty where the system does not tell. */
  readonly cpuMicros: Series
}

export interface Start {
  readonly startMs: Series
  /** What the process has used when it answers first. */
  readonly cpuMs: Series
}

export interface Verification {
  readonly result: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
}

/** Starts each contestant once in every round, from its spawn to the first 200. */
export async function measureStarts(entrants: readonly Entrant[], rounds: number): Promise<ReadonlyMap<string, Start>> {
  const starts = new Map(entrants.map(({ contestant: { name } }) => [name, { startMs: [], cpuMs: [] } as MutableStart]))
  for (let round = 0; round < rounds; round += 1) {
    for (const entrant of entrants) {
      const server = await startServer(entrant.contestant, entrant)
      const start = starts.get(entrant.contestant.name)
      start?.startMs.push(server.startMs)
      start?.cpuMs.push(...present(server.cpuMs()))
      await server.end()
    }
  }
  return starts
}

interface MutableStart extends Start {
  readonly startMs: number[]
  readonly cpuMs: number[]
}

interface LoadOptions {
  readonly rounds: number
  readonly seconds: number
  readonly send: SendLoad
}

/** Sends the loads to all contestants in turn, round by round, so that what disturbs the machine disturbs them alike. */
export async function measureLoads(
  entrants: readonly Entrant[],
  { rounds, seconds, send }: LoadOptions,
): Promise<ReadonlyMap<string, ReadonlyMap<string, LoadSeries>>> {
  const servers = new Map<Entrant, ServerProcess>()
  const measured = new Map<string, Map<string, MutableLoadSeries>>()
  try {
    for (const entrant of entrants) servers.set(entrant, await startPrepared(entrant))
    // The round before the first one warms up: compilers, caches, the heap.
    for (let round = -1; round < rounds; round += 1) {
      for (const [{ contestant }, server] of servers) {
        const series = measured.get(contestant.name) ?? new Map<string, MutableLoadSeries>()
        measured.set(contestant.name, series)
        for (const load of contestant.loads) {
          const { perSecond, cpuMicros } = await runLoad({ contestant, server, load }, send, round < 0 ? 1 : seconds)
          if (round < 0) series.set(load.name, { perSecond: [], cpuMicros: [] })
          else {
            series.get(load.name)?.perSecond.push(perSecond)
            series.get(load.name)?.cpuMicros.push(...present(cpuMicros))
          }
        }
      }
    }
  } finally {
    for (const server of servers.values()) await server.end()
  }
  return measured
}

interface MutableLoadSeries extends LoadSeries {
  readonly perSecond: number[]
  readonly cpuMicros: number[]
}

interface Running {
  readonly contestant: Contestant
  readonly server: ServerProcess
  readonly load: Load
}

async function runLoad(
  { contestant, server, load }: Running,
  send: SendLoad,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly cpuMicros: number | undefined }> {
  if (load.before) await call(server.origin, load.before)
  const beforeMs = server.cpuMs()
  const { requests, perSecond, refused } = await send(server.origin + contestant.basePath, load, seconds)
  const afterMs = server.cpuMs()
  const wrong = load.isRefused === true ? requests - refused : refused
  if (requests === 0 || wrong > 0) {
    throw new Error(`${contestant.name}, ${load.name}: ${wrong} of ${requests} answers are not what they should be.`)
  }
  const usedMs = beforeMs === undefined || afterMs === undefined ? undefined : afterMs - beforeMs
  return { perSecond, cpuMicros: usedMs && (usedMs * 1000) / requests }
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
export async function measureVerifications(entrants: readonly Entrant[]): Promise<ReadonlyMap<string, Verification>> {
  const verified = new Map<string, Verification>()
  for (const entrant of entrants) {
    const server = await startServer(entrant.contestant, entrant)
    verified.set(entrant.contestant.name, await verify(entrant.contestant, server).finally(() => server.end()))
  }
  return verified
}

async function verify({ basePath, verifyOptions }: Contestant, { origin }: ServerProcess): Promise<Verification> {
  const report = join(tmpdir(), `orders-mock-bench-${process.pid}.json`)
  const options = verifyOptions?.(origin) ?? ['--key', 'test-key']
  const startMs = performance.now()
  // Its exit code says what the report says too.
  const args = [MAIN, 'verify', origin + basePath, ...options, '--report', `json=${report}`]
  await promisify(execFile)('node', args).catch(() => {})
  const seconds = (performance.now() - startMs) / 1000
  const { result, summary } = JSON.parse(await readFile(report, 'utf8')) as {
    readonly result: string
    readonly summary: Omit<Verification, 'result' | 'seconds'>
  }
  await rm(report)
  const { passed, failed, skipped } = summary
  return { result, passed, failed, skipped, seconds }
}

function present(value: number | undefined): number[] {
  return value === undefined ? [] : [value]
}
