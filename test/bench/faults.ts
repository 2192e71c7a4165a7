import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools } from '../npm-project.js'
import { brokenProviders } from '../verify/providers/broken-providers.js'
import { conformingProviders } from '../verify/providers/conforming-providers.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { hasCommand } from './machine.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DESCRIPTION = join(ROOT, 'contracts/openapi.yaml')
const EXAMPLES = join(ROOT, 'contracts/openapi_examples')
const SPECMATIC = 'specmatic@2.55.1'
const TIMEOUT_MS = 120_000

/** Something that says whether a provider keeps the contract: by its exit code, 0 or not. */
interface Verifier {
  readonly name: string
  readonly needs?: string
  readonly command: (provider: RunningProvider, folder: string) => Promise<Command>
}

interface Command {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const VERIFIERS: readonly Verifier[] = [
  {
    name: 'orders-mock',
    command: async ({ baseUrl, apiKey, statesUrl }) => ({
      args: ['node', join(ROOT, 'dist/bin/main.js'), 'verify', baseUrl, '--key', apiKey, '--states', statesUrl],
    }),
  },
  {
    name: 'Specmatic 2.55',
    needs: 'java',
    command: async (provider, folder) => {
      // Its npm wrapper ends with 0 whatever fails; its jar does not.
      const jar = join(await installTools(SPECMATIC), 'specmatic/specmatic.jar')
      const examples = join(folder, 'examples')
      await writeExamples(provider, examples)
      // Beside the description it would find the examples for the mock.
      await copyFile(DESCRIPTION, join(folder, 'openapi.yaml'))
      const args = ['java', '-jar', jar, 'test', '--strict', '--testBaseURL', provider.baseUrl, '--examples', examples]
      return { args: [...args, 'openapi.yaml'], env: { apiKey: provider.apiKey } }
    },
  },
  {
    name: 'Pact alone',
    command: async ({ baseUrl, apiKey, statesUrl }) => ({
      args: ['node', join(ROOT, 'test/bench/servers/pact-alone.mjs'), baseUrl, apiKey, statesUrl],
    }),
  },
  {
    name: 'Schemathesis',
    needs: 'st',
    command: async ({ baseUrl, apiKey }) => ({
      // The specification says nothing of other methods.
      args: [
        'st',
        'run',
        DESCRIPTION,
        '--url',
        baseUrl,
        '--exclude-checks',
        'unsupported_method',
        '--header',
        `Authorization: Bearer ${apiKey}`,
      ],
    }),
  },
]

/** What a verifier said of all providers. */
export interface FaultCount {
  readonly name: string
  readonly found: number
  readonly broken: number
  readonly accused: number
  readonly conforming: number
  readonly medianSeconds: number
}

/** Has each verifier judge the broken and the conforming providers that `verify` is tested with, in turn. */
export async function measureFaults(): Promise<FaultCount[]> {
  const all = [...brokenProviders, ...conformingProviders.filter(({ unsupported }) => unsupported.length === 0)]
  const there = VERIFIERS.filter(({ name, needs }) => {
    const isThere = needs === undefined || hasCommand(needs)
    if (!isThere) console.error(`${name} is left out: there is no ${needs} here.`)
    return isThere
  })
  const judged = there.map(() => new Array<{ readonly isAccused: boolean; readonly seconds: number }>())
  for (const { start } of all)
    for (const [index, verifier] of there.entries()) judged[index]?.push(await judge(verifier, await start()))
  return there.map(({ name }, index) => {
    const own = judged[index] ?? []
    const accusedAmong = (part: typeof own) => part.filter(({ isAccused }) => isAccused).length
    const seconds = own.map((each) => each.seconds).toSorted((one, other) => one - other)
    return {
      name,
      found: accusedAmong(own.slice(0, brokenProviders.length)),
      broken: brokenProviders.length,
      accused: accusedAmong(own.slice(brokenProviders.length)),
      conforming: all.length - brokenProviders.length,
      medianSeconds: seconds[seconds.length >> 1] ?? 0,
    }
  })
}

/** The counts as a table in Markdown. */
export function faultTable(counts: readonly FaultCount[]): string {
  const rows = counts.map(
    ({ name, found, broken, accused, conforming, medianSeconds }) =>
      `| ${name} | ${found} of ${broken} | ${accused} of ${conforming} | ${medianSeconds.toFixed(1)} s |`,
  )
  return ['| | broken, found | conforming, accused | time, median |', '| --- | ---: | ---: | ---: |', ...rows].join(
    '\n',
  )
}

async function judge({ command }: Verifier, provider: RunningProvider) {
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-faults-'))
  try {
    const { args, env } = await command(provider, folder)
    const startMs = performance.now()
    const code = await exitCodeOf(args, { ...process.env, ...env }, folder)
    return { isAccused: code !== 0, seconds: (performance.now() - startMs) / 1000 }
  } finally {
    await provider.close()
    await rm(folder, { recursive: true })
  }
}

async function exitCodeOf(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<number | null> {
  const [program = '', ...rest] = args
  const child = spawn(program, rest, { cwd, env, stdio: 'ignore', timeout: TIMEOUT_MS })
  return await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
}

const STATES: Readonly<Record<string, string>> = {
  'cancel-a-pending-order': 'a pending order',
  'cancel-a-shipped-order': 'a shipped order',
  'cancel-an-unknown-order': 'an unknown order id',
  'get-a-pet': 'a pet',
}

/** Writes Specmatic's examples for orders that the provider has: those of the contract name orders of the mock. */
async function writeExamples({ statesUrl }: RunningProvider, folder: string): Promise<void> {
  await mkdir(folder)
  for (const file of await readdir(EXAMPLES)) {
    const name = file.replace('.json', '')
    const isForAll = name.includes('wrong-key') || name === 'list-orders'
    if (STATES[name] === undefined && !isForAll) continue
    const example = JSON.parse(await readFile(join(EXAMPLES, file), 'utf8')) as { 'http-request': { path: string } }
    const body = JSON.stringify({ state: STATES[name] ?? '', params: {}, action: 'setup' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(statesUrl, { method: 'POST', headers, body })
    const [id] = /-?\d+/.exec(await answer.text()) ?? []
    const request = example['http-request']
    if (id !== undefined) request.path = request.path.replace(/\d+$/, id)
    await writeFile(join(folder, file), JSON.stringify(example))
  }
}
