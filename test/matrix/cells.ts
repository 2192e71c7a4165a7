import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FactResult } from '../faces/anywhere/stand-in-for-vitest.js'
import type { Project, Runtime } from './installations.js'
import { EXCEPTIONS } from './platforms.js'

/** What came of one kind of check on one platform with one set of peers. */
export interface Cell {
  readonly summary: string
  /** What ought not to be. */
  readonly failed: readonly string[]
}

interface Verified {
  readonly summary: { readonly passed: number }
  readonly bad: readonly { readonly name: string }[]
  readonly error?: { readonly message: string }
}

const LIMIT_MS = 5 * 60_000
const WIDTH = 48

/** Checks the facts of every face; those that are known not to hold have to fail. */
export async function checkFacts(runtime: Runtime, project: Project): Promise<Cell> {
  const { msw } = project.peers
  const needed = unmet(runtime, msw.node)
  const name = `msw ${msw.version}`.padEnd(10)
  if (needed !== undefined)
    return { summary: `${name}  does not run: msw needs Node ${needed}`.padEnd(WIDTH), failed: [] }
  return await attempt(`${name}  facts`, async () => {
    const results = await run<FactResult[]>(runtime, project, 'check-facts.mjs')
    const exceptions = EXCEPTIONS.filter(
      (exception) => exception.platforms.includes(runtime.platform.name) && exception.msw.test(msw.version),
    )
    const isKnown = (fact: FactResult): boolean => exceptions.some(({ facts }) => facts.test(fact.name))
    const held = results.filter(({ result }) => result === 'held')
    const failed = results.filter(({ result }) => result === 'failed')
    const known = exceptions.map(({ facts, reason }) => {
      return `, ${failed.filter((fact) => facts.test(fact.name)).length} cannot: ${reason}`
    })
    return {
      summary: `${name}  ${held.length} facts hold${known.join('')}`.padEnd(WIDTH),
      failed: [
        ...failed.filter((fact) => !isKnown(fact)).map((fact) => `${fact.name}: ${fact.message}`),
        ...held.filter(isKnown).map((fact) => `${fact.name}: holds, although platforms.ts says that it cannot`),
      ],
    }
  })
}

/** Verifies the mock with those of the peers that run on the platform. */
export async function verifyMock(runtime: Runtime, project: Project): Promise<Cell> {
  if (runtime.platform.command !== 'node') return { summary: 'verify: on Node alone', failed: [] }
  const { '@pact-foundation/pact': pact, '@stoplight/prism-http': prism } = project.peers
  const checks = Object.entries({
    pact: unmet(runtime, pact.node),
    openapi: unmet(runtime, prism.node),
    model: undefined,
  })
  const possible = checks.filter(([, needed]) => needed === undefined).map(([kind]) => kind)
  const missing = checks.flatMap(([kind, needed]) => (needed === undefined ? [] : [`, ${kind} needs Node ${needed}`]))
  const name = `verify with Pact ${pact.version} and Prism ${prism.version}`
  return await attempt(name, async () => {
    const { summary, bad, error } = await run<Verified>(runtime, project, 'verify.mjs', ...possible)
    return {
      summary: `${name}: ${summary.passed} checks passed${missing.join('')}`,
      failed: [...bad.map((check) => check.name), ...(error === undefined ? [] : [error.message])],
    }
  })
}

/** Which Node a package says that it needs, if this is none such. */
function unmet(runtime: Runtime, range: string): string | undefined {
  if (runtime.platform.command !== 'node') return undefined
  const [, lowest] = /^>= ?([\d.]+)$/.exec(range) ?? []
  return lowest !== undefined && isLower(runtime.version, lowest) ? lowest : undefined
}

function isLower(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

async function run<Result>(
  { command, platform }: Runtime,
  { folder }: Project,
  ...program: readonly string[]
): Promise<Result> {
  // Nothing that npm or tsx sets may change what the runtime does.
  const { PATH, HOME } = process.env
  const options = { cwd: folder, env: { PATH, HOME, DO_NOT_TRACK: '1' }, timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  const { stdout } = await promisify(execFile)(command, [...platform.args, ...program], options)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Result
}

/** A program that does not even end well is a failure. */
async function attempt(name: string, check: () => Promise<Cell>): Promise<Cell> {
  try {
    return await check()
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string }
    return { summary: `${name}: failed`, failed: [`${message}\n${stderr ?? ''}`.slice(0, 2000)] }
  }
}
