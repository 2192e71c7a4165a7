import { beforeAll, describe, expect, test } from 'vitest'
import { factsOf, installProject, installRuntime, type Run } from './installations.js'

/** Sets of the optional peers: both ends of the ranges in package.json, and between them what most have. */
const PEERS = [
  { name: 'the oldest', msw: 'msw@2.10.0', others: ['@pact-foundation/pact@16.5.0', '@stoplight/prism-http@5.12.0'] },
  { name: 'the usual', msw: 'msw@2.15.0', others: ['@pact-foundation/pact@16.5.0', '@stoplight/prism-http@5.15.11'] },
  { name: 'the newest', msw: 'msw@3', others: ['@pact-foundation/pact@17', '@stoplight/prism-http@5'] },
] as const

const BUT_THE_NEWEST = PEERS.filter(({ name }) => name !== 'the newest')

/**
 * The lowest Node that the package promises, the newest of each line since, and what is not Node. The newest peers on Node 24
 * have tests of their own.
 */
const RUNTIMES = [
  { name: 'Node 20', runtime: 'node@20.19.0', peers: BUT_THE_NEWEST },
  { name: 'Node 22', runtime: 'node@22', peers: PEERS },
  { name: 'Node 24', runtime: 'node@24', peers: BUT_THE_NEWEST },
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
      let run: Run

      beforeAll(async () => {
        run = await installRuntime(runtime, folder, options)
      })

      test('the facts of every adapter hold', async () => {
        // msw 3 waits at the sockets of Node, where no fetch of Bun or Deno comes by: no handler is reached.
        const without = isNode || msw !== 'msw@3' ? [] : [' through setupServer of msw ']
        expect(await factsOf(run, ...without)).toEqual({ isMostOfThem: true, failed: [] })
      })

      test.runIf(isNode)('the mock keeps the contract, by the command verify', async () => {
        expect(await run('verify.mjs')).toMatch(/^PASS /m)
      })
    },
  )
})
