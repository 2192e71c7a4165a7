import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RolldownPluginOption } from 'rolldown'
import { bundleFacts } from '../faces/anywhere/bundle-facts.js'
import type { FactResult } from '../faces/anywhere/stand-in-for-vitest.js'
import { cacheFolder, installPackages, installWithThis, pack, writeFiles } from '../npm-project.js'

/** Where everything is installed. */
const CACHE = cacheFolder('matrix')
const LIMIT_MS = 5 * 60_000

/** Runs a program with its arguments, and returns what it prints; rejects if it fails. */
export type Run = (...program: readonly string[]) => Promise<string>

/** Installs a runtime from npm, the newest that its name allows, such as `node@24`, to run programs in a folder. */
export async function installRuntime(runtime: string, cwd: string, options: readonly string[] = []): Promise<Run> {
  const folder = join(CACHE, runtime)
  await installPackages(folder, [runtime], '--prefer-offline')
  const bin = join(folder, 'node_modules/.bin')
  // Nothing that npm or Vitest sets may change what the runtime does, and what it starts is of the same runtime.
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: process.env['HOME'], DO_NOT_TRACK: '1' }
  const settings = { cwd, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  const command = join(bin, runtime.replace(/@.*/, ''))
  return async (...program) => (await promisify(execFile)(command, [...options, ...program], settings)).stdout
}

/**
 * Makes a project that has this package as it is packed, peers, and two programs: `facts.mjs` prints what came of the facts
 * of every face, as JSON, but for those whose names contain its argument, and `verify.mjs` what `orders-mock verify` says of the mock.
 */
export async function installProject(peers: readonly string[]): Promise<string> {
  const name = peers.join(' ').replaceAll(/[^\w.]+/g, '-')
  const folder = join(CACHE, name.slice(0, 200))
  const { tarball } = await pack(folder)
  // npm refuses peers that are out of the package's ranges.
  await installWithThis(folder, tarball, ['express@5', ...peers])
  await writeFiles(folder, { 'bundled-facts.mjs': await bundleForNode(), 'facts.mjs': FACTS, 'verify.mjs': VERIFY })
  return folder
}

/** What came of the facts of every face, but for those whose names contain a text. */
export async function factsOf(run: Run, ...without: readonly string[]) {
  const lines = (await run('facts.mjs', ...without)).trimEnd().split('\n')
  const results = JSON.parse(lines.at(-1) ?? '') as FactResult[]
  return { isMostOfThem: results.length > 300, failed: results.filter(({ result }) => result === 'failed') }
}

/** The facts of every face; they take the rooms that are entries from the package that is installed. */
async function bundleForNode(): Promise<string> {
  const entries: Readonly<Record<string, string>> = {
    core: 'orders-mock',
    msw: 'orders-mock/msw',
    server: 'orders-mock/server',
  }
  const roomsOfThePackage: RolldownPluginOption = {
    name: 'rooms of the package',
    resolveId: {
      filter: { id: /\/src\/(?:core|msw|server)\/index\.js$/ },
      handler: (id) => ({ id: entries[id.split('/').at(-2) ?? ''] ?? id, external: true }),
    },
  }
  return await bundleFacts(() => true, {
    platform: 'node',
    external: [/^(?:express|msw|orders-mock)(?:\/|$)/],
    plugins: [roomsOfThePackage],
  })
}

const FACTS = `
import { checkFacts } from './bundled-facts.mjs'
console.log(JSON.stringify(await checkFacts(process.argv[2])))
process.exit(0)
`

const VERIFY = `
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServer } from 'orders-mock/server'
const { apiKey, baseUrl, origin, close } = await startServer()
const states = origin + '/__mock/provider-states?sandbox=verify'
const args = ['verify', baseUrl, '--key', apiKey + '~~verify', '--states', states]
const { stdout, stderr } = await promisify(execFile)(process.execPath, ['node_modules/orders-mock/dist/bin/main.js', ...args])
console.log(stdout + stderr)
process.exit(0)
`
