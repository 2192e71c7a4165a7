import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load } from './contestants.js'
import { installTool } from './install.js'
import { hasCommand, pinnedTo } from './machine.js'

const CONNECTIONS = 32
const AUTOCANNON = 'autocannon@8.0.0'

/** What came of a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** How many answers had a status of 400 or more. */
  readonly refused: number
}

export type SendLoad = (baseUrl: string, load: Load, seconds: number) => Promise<LoadResult>

/** Sends by wrk where it is there, else by autocannon, which costs the machine more. */
export async function createSender(): Promise<{ readonly name: string; readonly send: SendLoad }> {
  if (hasCommand('wrk')) return { name: `wrk -t1 -c${CONNECTIONS}`, send: sendByWrk }
  return { name: `autocannon -c ${CONNECTIONS}`, send: await loadAutocannon() }
}

async function sendByWrk(baseUrl: string, load: Load, seconds: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, luaOf(baseUrl, load))
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, baseUrl]
  const [program = '', ...args] = pinnedTo(1, ['wrk', ...options])
  const { stdout } = await promisify(execFile)(program, args)
  await rm(folder, { recursive: true })
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0)
  return {
    requests: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s*([\d.]+)/),
    refused: number(/Non-2xx or 3xx responses: (\d+)/),
  }
}

function luaOf(baseUrl: string, { method, path, key, count }: Load): string {
  const url = new URL(baseUrl)
  const head = `wrk.method = "${method}"\n`
  const fixed = `wrk.path = ${lua(url.pathname.replace(/\/$/, '') + path)}\nwrk.headers["Authorization"] = ${lua(`Bearer ${key}`)}\n`
  if (count === undefined) return head + fixed
  return `${head}local n = 0\nfunction request()\nn = n % ${count} + 1\n${fixed}return wrk.format()\nend\n`
}

/** A text of Lua in which `{n}` is the counter. */
function lua(text: string): string {
  return `"${text.replace('{n}', '" .. n .. "')}"`
}

interface Autocannon {
  (options: object): Promise<{
    readonly requests: { readonly total: number; readonly average: number }
    readonly non2xx: number
  }>
}

async function loadAutocannon(): Promise<SendLoad> {
  const folder = await installTool(AUTOCANNON)
  const autocannon = createRequire(join(folder, 'load.cjs'))('autocannon') as Autocannon
  return async (baseUrl, { method, path, key, count = 1 }, seconds) => {
    const { pathname, origin } = new URL(baseUrl)
    let n = 0
    const setupRequest = (request: object): object => {
      n = (n % count) + 1
      const filled = (text: string): string => text.replace('{n}', String(n))
      return {
        ...request,
        path: filled(pathname.replace(/\/$/, '') + path),
        headers: { authorization: filled(`Bearer ${key}`) },
      }
    }
    const options = { url: origin, connections: CONNECTIONS, duration: seconds, requests: [{ method, setupRequest }] }
    const { requests, non2xx } = await autocannon(options)
    return { requests: requests.total, perSecond: requests.average, refused: non2xx }
  }
}
