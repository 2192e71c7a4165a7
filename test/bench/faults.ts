import { spawn } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokenProviders } from '../verify/providers/broken-providers.js'
import { conformingProviders } from '../verify/providers/conforming-providers.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { CACHE } from './install.js'
import { hasCommand } from './machine.js'
import { CannotRunError, type Ended, type Verdict, type Verifier, VERIFIERS } from './verifiers.js'

/** For one verifier and one provider. */
const TIMEOUT_MS = 180_000
const AT_A_TIME = 2
const FOLDER = join(CACHE, 'faults')
const RESULTS = join(FOLDER, 'results.jsonl')

interface Provider {
  readonly name: string
  readonly kind: 'broken' | 'conforming'
  readonly start: () => Promise<RunningProvider>
}

/** A line of the file of results. */
interface Judgement {
  readonly verifier: string
  readonly provider: string
  readonly verdict: Verdict
  readonly seconds: number
  readonly at: string
}

interface FaultOptions {
  /** Words, of which the name of a verifier or provider has one: no others are judged anew. */
  readonly only: string
  /** Judgements older than this are made anew. */
  readonly since: string
}

/**
 * Has each verifier judge the broken and the conforming providers that `verify` is tested with. What was judged before is
 * kept, so that a run that was stopped goes on where it was.
 *
 * @returns a table in Markdown, and a line for each provider that was judged wrong
 */
export async function measureFaults({ only, since }: FaultOptions): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  // What runs is stopped on the way out.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  const verifiers = VERIFIERS.filter(isThere)
  const known = (await readResults()).filter(({ at }) => at >= since)
  const words = only.toLowerCase().split(',')
  const open = providers().flatMap((provider) =>
    verifiers
      .filter(({ name }) => known.every((each) => each.verifier !== name || each.provider !== provider.name))
      .filter(({ name }) => words.some((word) => `${name}\n${provider.name}`.toLowerCase().includes(word)))
      .map((verifier) => ({ verifier, provider })),
  )
  const judged = [...known]
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const judgement = await judge(next.verifier, next.provider)
      await appendFile(RESULTS, `${JSON.stringify(judgement)}\n`)
      judged.push(judgement)
      console.error(`${judgement.verifier}: ${judgement.verdict}: ${next.provider.kind}, ${next.provider.name}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return faultTable(verifiers, judged)
}

function isThere({ name, needs }: Verifier): boolean {
  const is = needs === undefined || hasCommand(needs)
  if (!is) console.error(`${name} is left out: there is no ${needs} here.`)
  return is
}

function providers(): Provider[] {
  return [
    ...brokenProviders.map(({ name, start }): Provider => ({ name, kind: 'broken', start })),
    ...conformingProviders
      .filter(({ unsupported }) => unsupported.length === 0)
      .map(({ name, start }): Provider => ({ name, kind: 'conforming', start })),
  ]
}

async function readResults(): Promise<Judgement[]> {
  const text = await readFile(RESULTS, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judgement)
}

async function judge(verifier: Verifier, { name, start }: Provider): Promise<Judgement> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-faults-'))
  const provider = await start()
  const startMs = performance.now()
  try {
    const { args, env } = await verifier.command(provider, folder)
    const ended = await run(args, { ...process.env, ...env }, folder)
    const log = `${verifier.name}, ${name}.log`.replaceAll('/', '-')
    await writeFile(join(FOLDER, log), `${ended.output}\nExit code: ${ended.code ?? 'none, it was stopped'}\n`)
    return judgement(verifier.read(ended))
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error
    return judgement('could not run')
  } finally {
    await provider.close()
    await rm(folder, { recursive: true })
  }

  function judgement(verdict: Verdict): Judgement {
    const seconds = (performance.now() - startMs) / 1000
    return { verifier: verifier.name, provider: name, verdict, seconds, at: new Date().toISOString() }
  }
}

/** Runs a program in a group of its own, so that it can be stopped with all that it has started. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> {
  const [program = '', ...rest] = args
  const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const stop = () => endGroup(child.pid)
  const timer = setTimeout(stop, TIMEOUT_MS)
  process.once('exit', stop)
  try {
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('close', resolve).once('error', reject),
    )
    return { code: code ?? undefined, output }
  } finally {
    clearTimeout(timer)
    process.off('exit', stop)
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

function faultTable(verifiers: readonly Verifier[], judged: readonly Judgement[]): string {
  const head = '| | broken: found | accepted | conforming: accused | accepted | could not run | time, median |'
  const all = providers()
  const rows = verifiers.map(({ name }) => {
    const own = judged.filter(({ verifier }) => verifier === name)
    const count = (kind: Provider['kind'], verdict: Verdict) =>
      all.filter(
        (each) => each.kind === kind && own.some((one) => one.provider === each.name && one.verdict === verdict),
      ).length
    const ran = own.filter(({ verdict }) => verdict !== 'could not run')
    const seconds = ran.map((each) => each.seconds).toSorted((one, other) => one - other)
    const counts = [
      count('broken', 'found'),
      count('broken', 'accepted'),
      count('conforming', 'found'),
      count('conforming', 'accepted'),
      count('broken', 'could not run') + count('conforming', 'could not run'),
    ]
    return `| ${name} | ${counts.join(' | ')} | ${seconds[seconds.length >> 1]?.toFixed(1) ?? '–'} s |`
  })
  return [head, '| --- | ---: | ---: | ---: | ---: | ---: | ---: |', ...rows].join('\n')
}
