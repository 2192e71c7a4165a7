import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FactResult } from '../faces/anywhere/stand-in-for-vitest.js'
import { installProject, installRuntime } from './installations.js'

const LIMIT_MS = 5 * 60_000

/** Sets of the optional peers: both ends of the ranges in package.json, and between them what most have. */
const PEERS = [
  { name: 'the oldest', msw: 'msw@2.10.0', others: ['@pact-foundation/pact@16.5.0', '@stoplight/prism-http@5.12.0'] },
  { name: 'the usual', msw: 'msw@2.15.0', others: ['@pact-foundation/pact@16.5.0', '@stoplight/prism-http@5.15.11'] },
  { name: 'the newest', msw: 'msw@3', others: ['@pact-foundation/pact@17', '@stoplight/prism-http@5'] },
] as const

/** The lowest Node that the package promises, the newest of each line since, and what is not Node. */
const RUNTIMES = [
  { name: 'Node 20', runtime: 'node@20.19.0', peers: PEERS.filter(({ name }) => name !== 'the newest') },
  { name: 'Node 22', runtime: 'node@22', peers: PEERS },
  { name: 'Node 24', runtime: 'node@24', peers: PEERS },
  { name: 'Node 26', runtime: 'node@26', peers: PEERS },
  { name: 'Bun', runtime: 'bun', options: ['run'], peers: PEERS },
  { name: 'Deno', runtime: 'deno', options: ['run', '--allow-all', '--quiet'], peers: PEERS },
]

describe.each(PEERS)('with $name peers', ({ name: set, msw, others }) => {
  let folder: string

  beforeAll(async () => {
    folder = await installProject([msw, ...others])
  })

  describe.each(RUNTIMES.filter(({ peers }) => peers.some(({ name }) => name === set)))(
    'on $name',
    ({ runtime, options = [] }) => {
      const isNode = runtime.startsWith('node')
      let run: (...program: string[]) => Promise<string>

      beforeAll(async () => {
        const command = await installRuntime(runtime)
        run = async (...program) => {
          // Nothing that npm or Vitest sets may change what the runtime does.
          const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DO_NOT_TRACK: '1' }
          const settings = { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
          return (await promisify(execFile)(command, [...options, ...program], settings)).stdout
        }
      })

      test('the facts of every face hold', async () => {
        // msw 3 waits at the sockets of Node, where no fetch of Bun or Deno comes by: no handler is reached.
        const without = isNode || msw !== 'msw@3' ? [] : [' through setupServer of msw ']
        const lines = (await run('facts.mjs', ...without)).trimEnd().split('\n')
        const results = JSON.parse(lines.at(-1) ?? '') as FactResult[]
        expect(results.length).toBeGreaterThan(500)
        expect(results.filter(({ result }) => result === 'failed')).toEqual([])
      })

      test.runIf(isNode)('the mock keeps the contract, by the command verify', async () => {
        expect(await run('verify.mjs')).toMatch(/^PASS /m)
      })
    },
  )
})
