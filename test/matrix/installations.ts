import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RolldownPluginOption } from 'rolldown'
import { bundleFacts } from '../faces/anywhere/bundle-facts.js'
import { cacheFolder, installPackages, installWithThis } from '../npm-project.js'
import type { Peers, Platform } from './platforms.js'

/** Where everything is installed. */
export const CACHE = cacheFolder('matrix')
const runFile = promisify(execFile)

/** A platform on this machine. */
export interface Runtime {
  readonly platform: Platform
  readonly command: string
  readonly version: string
}

/** A project that has this package and its peers, and the programs that are run in it. */
export interface Project {
  readonly folder: string
  readonly peers: Readonly<Record<keyof Peers, Installed>>
}

/** What was installed, and which Node it says that it needs. */
export interface Installed {
  readonly version: string
  readonly node: string
}

/** Installs a runtime, the newest that the platform allows. */
export async function installPlatform(platform: Platform): Promise<Runtime> {
  const folder = join(CACHE, platform.install)
  await installPackages(folder, [platform.install], '--prefer-offline')
  const command = join(folder, 'node_modules/.bin', platform.command)
  const { stdout } = await runFile(command, ['--version'])
  return { platform, command, version: /\d[\d.]+/.exec(stdout)?.[0] ?? '' }
}

/** Installs a package and peers; npm refuses peers that are out of its ranges. */
export async function installProject(tarball: string, peers: Peers): Promise<Project> {
  const versions = Object.entries(peers).map(([name, version]) => `${name}@${version}`)
  const folder = join(CACHE, versions.join(' ').replaceAll(/[^\w.]+/g, '-'))
  await installWithThis(folder, tarball, ['express@5', ...versions])
  await writeFile(join(folder, 'facts.mjs'), await bundleForNode())
  await writeFile(join(folder, 'check-facts.mjs'), CHECK_FACTS)
  await writeFile(join(folder, 'verify.mjs'), VERIFY)
  const names = Object.keys(peers) as (keyof Peers)[]
  const manifests = await Promise.all(names.map(async (name) => [name, await readManifest(folder, name)]))
  return { folder, peers: Object.fromEntries(manifests) as Project['peers'] }
}

async function readManifest(folder: string, name: string): Promise<Installed> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  const { version, engines } = JSON.parse(text) as { version: string; engines?: { node?: string } }
  return { version, node: engines?.node ?? '' }
}

/** The facts of every face; they take the rooms that are entries from the package that is installed. */
async function bundleForNode(): Promise<string> {
  const entries = new Map([
    ['core', 'orders-mock'],
    ['msw', 'orders-mock/msw'],
    ['server', 'orders-mock/server'],
  ])
  const roomsOfThePackage: RolldownPluginOption = {
    name: 'rooms of the package',
    resolveId: {
      filter: { id: /\/src\/(?:core|msw|server)\/index\.js$/ },
      handler: (id) => ({ id: entries.get(id.split('/').at(-2) ?? '') ?? id, external: true }),
    },
  }
  return await bundleFacts(() => true, {
    platform: 'node',
    external: [/^(?:express|msw|orders-mock)(?:\/|$)/],
    plugins: [roomsOfThePackage],
  })
}

const CHECK_FACTS = `
import { checkFacts } from './facts.mjs'
console.log('\\n' + JSON.stringify(await checkFacts()))
process.exit(0)
`

const VERIFY = `
import { startServer } from 'orders-mock/server'
import { verifyProvider } from 'orders-mock/verify'
const server = await startServer()
const states = server.origin + '/__mock/provider-states?sandbox=verify'
const options = { baseUrl: server.baseUrl, key: server.apiKey + '~~verify', states, checks: process.argv.slice(2) }
const { result, checks, error } = await verifyProvider(options)
const bad = checks.filter((check) => check.result === 'failed' || check.result === 'error')
console.log('\\n' + JSON.stringify({ result, bad, error }))
process.exit(0)
`
