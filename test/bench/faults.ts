import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { brokenProviders } from '../verify/providers/broken-providers.js'
import { conformingProviders } from '../verify/providers/conforming-providers.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { CACHE } from './install.js'
import { isMissing } from './machine.js'
import { median } from './table.js'
import { CannotRunError, type Command, type Ended, type Verdict, type Verifier, VERIFIERS } from './verifiers.js'

/** For one verifier and one provider. */
const TIMEOUT_MS = 180_000
const AT_A_TIME = 2
const FOLDER = join(CACHE, 'faults')
const RESULTS = join(FOLDER, 'results.jsonl')

interface Provider {
  readonly name: string
  readonly start: () => Promise<RunningProvider>
}

const PROVIDERS: Readonly<Record<'broken' | 'conforming', readonly Provider[]>> = {
  broken: brokenProviders,
  conforming: conformingProviders.filter(({ unsupported }) => unsupported.length === 0),
}

/** A line of the file of results. */
interface Judgement {
  readonly verifier: string
  readonly provider: string
  readonly verdict: Verdict
  readonly seconds: number
}

/**
 * Has each verifier judge the broken and the conforming providers that `verify` is tested with. What was judged before is
 * kept, so that a run that was stopped goes on where it was.
 *
 * @param isChosen of the names of a verifier and a provider: no others are judged
 * @returns a table in Markdown
 */
export async function measureFaults(isChosen: (names: string) => boolean): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const verifiers = VERIFIERS.filter(({ name, needs }) => !isMissing(needs, name))
  const lines = (await readFile(RESULTS, 'utf8').catch(() => '')).split('\n').slice(0, -1)
  const judged = lines.map((line) => JSON.parse(line) as Judgement)
  const open = Object.values(PROVIDERS)
    .flat()
    .flatMap((provider) => verifiers.map((verifier) => ({ verifier, provider })))
    .filter(({ verifier, provider }) => isChosen(`${verifier.name}\n${provider.name}`))
    .filter(({ verifier, provider }) => judgementsOf(judged, verifier, [provider]).length === 0)
  await pLimit(AT_A_TIME).map(open, async ({ verifier, provider }) => {
    const judgement = await judge(verifier, provider)
    await appendFile(RESULTS, `${JSON.stringify(judgement)}\n`)
    judged.push(judgement)
    console.error(`${judgement.verifier}: ${judgement.verdict}: ${judgement.provider}`)
  })
  return faultTable(verifiers, judged)
}

async function judge(verifier: Verifier, { name, start }: Provider): Promise<Judgement> {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-faults-'))
  const provider = await start()
  const startMs = performance.now()
  const judgement = (verdict: Verdict): Judgement => {
    return { verifier: verifier.name, provider: name, verdict, seconds: (performance.now() - startMs) / 1000 }
  }
  try {
    const ended = await run(await verifier.command(provider, folder), folder)
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
}

/** Runs a program, and stops it after the timeout. */
async function run({ args, env }: Command, cwd: string): Promise<Ended> {
  const [program = '', ...rest] = args
  const options = { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' as const }
  return new Promise((resolve, reject) => {
    execFile(program, rest, { ...options, maxBuffer: Infinity }, (error, stdout, stderr) => {
      const output = stdout + stderr
      if (error === null) resolve({ code: 0, output })
      else if (error.code === 'ENOENT') reject(error)
      else resolve({ code: typeof error.code === 'number' ? error.code : undefined, output })
    })
  })
}

function faultTable(verifiers: readonly Verifier[], judged: readonly Judgement[]): string {
  const head = '| | broken: found | accepted | conforming: wrongly reported | accepted | could not run | median time |'
  const rows = verifiers.map((verifier) => {
    const broken = judgementsOf(judged, verifier, PROVIDERS.broken)
    const conforming = judgementsOf(judged, verifier, PROVIDERS.conforming)
    const all = [...broken, ...conforming]
    const seconds = all.filter(({ verdict }) => verdict !== 'could not run').map((each) => each.seconds)
    const counts = [
      count('found', broken),
      count('accepted', broken),
      count('found', conforming),
      count('accepted', conforming),
      count('could not run', all),
    ]
    return `| ${verifier.name} | ${counts.join(' | ')} | ${median(seconds).toFixed(1)} s |`
  })
  return [head, '| --- | ---: | ---: | ---: | ---: | ---: | ---: |', ...rows].join('\n')
}

/** What a verifier says of some providers. */
function judgementsOf(judged: readonly Judgement[], { name }: Verifier, providers: readonly Provider[]): Judgement[] {
  return judged.filter((one) => one.verifier === name && providers.some((each) => each.name === one.provider))
}

function count(wanted: Verdict, judgements: readonly Judgement[]): number {
  return judgements.filter(({ verdict }) => verdict === wanted).length
}
