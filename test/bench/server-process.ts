import { execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, watch } from '../cli/command.js'
import type { Contestant, ControlCall } from './contestants.js'
import { CACHE, folderOf } from './install.js'
import { pinnedTo } from './machine.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const START_TIMEOUT_MS = 60_000

/** A contestant that serves, on a core of its own where that can be had. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts a contestant and waits until it lists orders, `startMs` after its spawn. */
export async function startServer(contestant: Contestant) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const baseUrl = origin + (contestant.basePath ?? '/v1')
  const [program = '', ...args] = pinnedTo(0, wordsOf(contestant.command, { port: String(port) }))
  const startedMs = performance.now()
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
  const { child, stderr, ...running } = watch(spawn(program, args, { cwd: folderOf(contestant), stdio }))
  const end = running[Symbol.asyncDispose]
  while (!(await isListing(baseUrl))) {
    if (child.exitCode !== null || performance.now() - startedMs > START_TIMEOUT_MS) {
      await end()
      throw new Error(`${contestant.name} does not serve: ${stderr().slice(-2000)}`)
    }
    await sleep(2)
  }
  const startMs = performance.now() - startedMs
  return { origin, baseUrl, startMs, cpuMs: () => cpuOf(child.pid), end }
}

/** Starts a contestant as the loads find it. */
export async function startPrepared(contestant: Contestant): Promise<ServerProcess> {
  const server = await startServer(contestant)
  for (const each of contestant.preparation ?? []) await callControl(server, each)
  return server
}

/** Sends a request that has to succeed; what it answers is not looked at. */
export async function callControl({ origin }: ServerProcess, { method, path, body }: ControlCall): Promise<void> {
  const response = await fetch(origin + path, { method, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
}

/** The words of a line, with values in place of their names in braces. */
export function wordsOf(line: string, values: Readonly<Record<string, string>>): string[] {
  const known: Readonly<Record<string, string>> = { root: ROOT, cache: CACHE, ...values }
  return line.split(' ').map((word) => word.replaceAll(/\{(\w+)\}/g, (text, name: string) => known[name] ?? text))
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

/** Time in user and kernel mode (proc(5), fields 14 and 15 of `stat`); `undefined` where the system does not tell. */
function cpuOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [userTicks, systemTicks] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']))
    return ((Number(userTicks) + Number(systemTicks)) * 1000) / ticksPerSecond
  } catch {
    return undefined
  }
}
