import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FactResult } from '../faces/anywhere/stand-in-for-vitest.js'
import { pack } from '../npm-project.js'
import { CACHE, type Installed, installPlatform, installProject, type Project, type Runtime } from './installations.js'
import { EXCEPTIONS, type Peers, PEERS, PLATFORMS } from './platforms.js'

const LIMIT_MS = 5 * 60_000

const projects = new Map<Peers, Project>()

beforeAll(async () => {
  const { tarball } = await pack(CACHE)
  for (const peers of PEERS) projects.set(peers, await installProject(tarball, peers))
})

describe.each(PLATFORMS)('on $name', (platform) => {
  let runtime: Runtime

  beforeAll(async () => {
    runtime = await installPlatform(platform)
  })

  test.for(PEERS)('the facts of every face hold with msw $msw, but for those that cannot', async (peers, { skip }) => {
    const { msw } = installed(peers)
    const needed = neededNode(runtime, msw)
    skip(needed !== undefined, `msw ${msw.version} needs Node ${needed}`)
    const exceptions = EXCEPTIONS.filter(
      ({ platforms, msw: versions }) => platforms.includes(platform.name) && versions.test(msw.version),
    )
    const results = await run<FactResult[]>(runtime, peers, 'check-facts.mjs')
    const surprises = results.filter(({ name, result }) => {
      return result === (exceptions.some(({ facts }) => facts.test(name)) ? 'held' : 'failed')
    })
    expect(surprises).toEqual([])
    expect(results.length).toBeGreaterThan(500)
  })

  test.for(PEERS)('the mock keeps the contract, by the verifier with %j', async (peers, { annotate, skip }) => {
    skip(platform.command !== 'node', 'The verifier runs on Node alone.')
    const needed = neededNode(runtime, installed(peers)['@pact-foundation/pact'])
    if (needed !== undefined) await annotate(`Pact needs Node ${needed}: openapi and model alone`)
    const checks = ['openapi', 'model', ...(needed === undefined ? ['pact'] : [])]
    await expect(run(runtime, peers, 'verify.mjs', ...checks)).resolves.toEqual({ result: 'pass', bad: [] })
  })
})

function installed(peers: Peers): Project['peers'] {
  return projectOf(peers).peers
}

function projectOf(peers: Peers): Project {
  const project = projects.get(peers)
  if (project === undefined) throw new Error('The project was not installed.')
  return project
}

/** Which Node a package says that it needs, if this is none such. */
function neededNode({ platform, version }: Runtime, { node }: Installed): string | undefined {
  if (platform.command !== 'node') return undefined
  const [, lowest] = /^>= ?([\d.]+)$/.exec(node) ?? []
  return lowest !== undefined && version.localeCompare(lowest, 'en', { numeric: true }) < 0 ? lowest : undefined
}

/** Runs a program of the project, and reads its last line. */
async function run<Result>(
  { command, platform }: Runtime,
  peers: Peers,
  ...program: readonly string[]
): Promise<Result> {
  // Nothing that npm or Vitest sets may change what the runtime does.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DO_NOT_TRACK: '1' }
  const options = { cwd: projectOf(peers).folder, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  const { stdout } = await promisify(execFile)(command, [...platform.args, ...program], options)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Result
}
