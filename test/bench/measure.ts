import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Contestant, KEY, type Load } from './contestants.js'
import { pinnedTo } from './machine.js'
import { callControl, type ServerProcess, startPrepared, startServer, wordsOf } from './server-process.js'

export const LOAD = 'wrk -t1 -c32'
/** A slow server is not warmed up for ever. */
const MAX_WARM_UP_SECONDS = 8
/** Header fields that Node adds by itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive'])

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
  readonly summary: Readonly<Record<'passed' | 'failed' | 'skipped', number>>
  readonly seconds: number
}

/** What a contestant answers to each load, for those who answer the same. */
export async function recordAnswers(contestant: Contestant): Promise<object> {
  const server = await startPrepared(contestant)
  const answers = contestant.loads.map(async ({ name, method, path, key = KEY }) => {
    const address = server.baseUrl + path.replace('{n}', '1')
    const response = await fetch(address, { method, headers: { authorization: `Bearer ${key}` } })
    const headers = Object.fromEntries([...response.headers].filter(([field]) => !OF_NODE.has(field)))
    return [name, { status: response.status, headers, body: await response.text() }]
  })
  return Object.fromEntries(await Promise.all(answers).finally(() => server.end())) as object
}

/** Starts each contestant once in every round, from the spawn to the first 200. */
export async function measureStarts(contestants: readonly Contestant[], rounds: number) {
  const samples: { name: string; startMs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      const server = await startServer(contestant)
      samples.push({ name: contestant.name, startMs: server.startMs })
      await server.end()
    }
  }
  return samples
}

/**
 * Sends each load to all contestants in turn, forth and back, so that what disturbs the machine disturbs them alike.
 * @param warmUp how many requests come before the first round of a load: until then it is the compiler that is measured,
 *   and the growth of the heap
 */
export async function measureLoads(
  contestants: readonly Contestant[],
  rounds: number,
  warmUp: number,
): Promise<LoadSample[]> {
  const running: Running[] = []
  const samples: LoadSample[] = []
  try {
    for (const contestant of contestants) {
      const server = await startPrepared(contestant)
      running.push(...contestant.loads.map((load) => ({ contestant, server, load })))
    }
    // What is compared is measured in turn.
    const inTurn = running.toSorted((one, other) => placeOf(one.load) - placeOf(other.load))
    for (const each of inTurn) await warmUpWith(each, warmUp)
    for (let round = 0; round < rounds; round += 1) {
      for (const each of round % 2 === 0 ? inTurn : inTurn.toReversed()) samples.push(await sendTo(each))
    }
    return samples
  } finally {
    for (const { server } of running) await server.end()
  }

  function placeOf({ name }: Load): number {
    return running.findIndex(({ load }) => load.name === name)
  }
}

interface Running {
  readonly contestant: Contestant
  readonly server: ServerProcess
  readonly load: Load
}

async function warmUpWith(running: Running, count: number): Promise<void> {
  let sent = 0
  for (let second = 0; second < MAX_WARM_UP_SECONDS && sent < count; second += 1) {
    sent += (await sendTo(running)).requests
  }
}

async function sendTo({ contestant, server, load }: Running): Promise<LoadSample> {
  if (load.before) await callControl(server, load.before)
  const beforeMs = server.cpuMs()
  const { requests, perSecond, refused } = await sendLoad(server.baseUrl, load)
  const afterMs = server.cpuMs()
  if (load.before && requests > (load.count ?? Infinity)) {
    throw new Error(`${contestant.name} answered ${requests} times and has ${load.count} orders.`)
  }
  if (requests === 0 || (refused > 0 && load.isRefused !== true)) {
    throw new Error(`${contestant.name}, ${load.name}: ${refused} of ${requests} requests were refused.`)
  }
  const usedMs = beforeMs === undefined || afterMs === undefined ? undefined : afterMs - beforeMs
  const cpuMicros = usedMs && (usedMs * 1000) / requests
  return { name: contestant.name, load: load.name, requests, perSecond, cpuMicros }
}

/** Sends a load for a second, with wrk; `refused` counts answers with a status of 400 or more. */
async function sendLoad(baseUrl: string, load: Load) {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, luaOf(baseUrl, load))
  const options = ['-d1s', '--timeout', '10s', '-s', script, baseUrl]
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
function luaOf(baseUrl: string, { method, path, key = KEY, count }: Load): string {
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

/** Verifies a contestant as a provider: with provider states where it has some, else without. */
export async function verify(contestant: Contestant): Promise<Verification> {
  const { name, verifyOptions = `--key ${KEY}` } = contestant
  const server = await startServer(contestant)
  const { origin, baseUrl } = server
  const report = join(tmpdir(), `orders-mock-bench-${process.pid}.json`)
  const line = `{root}/dist/bin/main.js verify {baseUrl} ${verifyOptions} --report json={report}`
  const startMs = performance.now()
  // Its exit code says what the report says too.
  await promisify(execFile)('node', wordsOf(line, { origin, baseUrl, report })).catch(() => {})
  const seconds = (performance.now() - startMs) / 1000
  await server.end()
  const { result, summary } = JSON.parse(await readFile(report, 'utf8')) as Pick<Verification, 'result' | 'summary'>
  await rm(report)
  return { name, result, summary, seconds }
}
