import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load } from './contestants.js'
import { pinnedTo } from './machine.js'

/** What sends the loads. */
export const LOAD = 'wrk -t1 -c32'

/** What came of a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** How many answers had a status of 400 or more. */
  readonly refused: number
}

/** Sends a load for some seconds, with wrk. */
export async function sendLoad(baseUrl: string, load: Load, seconds: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, luaOf(baseUrl, load))
  const options = [`-d${seconds}s`, '--timeout', '10s', '-s', script, baseUrl]
  const [program = '', ...args] = pinnedTo(1, [...LOAD.split(' '), ...options])
  const { stdout } = await promisify(execFile)(program, args)
  await rm(folder, { recursive: true })
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0)
  return {
    requests: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s*([\d.]+)/),
    refused: number(/Non-2xx or 3xx responses: (\d+)/),
  }
}

/** The text of Lua that makes the requests; `{n}` is its counter. */
function luaOf(baseUrl: string, { method, path, key, count }: Load): string {
  const target = (new URL(baseUrl).pathname + path).replace('//', '/').replace('{n}', '" .. n .. "')
  const lines = [
    `wrk.method = "${method}"`,
    `wrk.headers["Authorization"] = "Bearer ${key}"`,
    ...(count === undefined ? [] : ['local n = 0', 'function request()', `n = n % ${count} + 1`]),
    `wrk.path = "${target}"`,
    ...(count === undefined ? [] : ['return wrk.format()', 'end']),
  ]
  return lines.join('\n')
}
