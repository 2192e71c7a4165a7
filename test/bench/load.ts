import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load } from './contestants.js'
import { pinnedTo } from './machine.js'

const CONNECTIONS = 32
/** What sends the loads. */
export const LOAD = `wrk -t1 -c${CONNECTIONS}`

/** What came of a load. */
export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** How many answers had a status of 400 or more. */
  readonly refused: number
}

export type SendLoad = (baseUrl: string, load: Load, seconds: number) => Promise<LoadResult>

export async function sendByWrk(baseUrl: string, load: Load, seconds: number): Promise<LoadResult> {
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
