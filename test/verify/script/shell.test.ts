import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/persistence/temporary-folder.js'
import { verifySmall } from '../verify-once.js'

// Whoever pastes the lines of a finding runs none of what came over the network.

const STEERING = /[^\P{Control}]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each([
  ["x'; touch PWNED; echo '"],
  ['x$(touch PWNED)`touch PWNED`"; touch PWNED; "'],
  ['x\n touch PWNED\n\u001B[201~\u202E!touch\\'],
])('the lines of a finding run nothing that a state answers: %j', async (name) => {
  const { checks } = await verifySmall(
    (usual) => ({
      setUp: (state, params) => (state === 'no orders' ? { [name]: 7 } : usual.setUp(state, params)),
      listed: () => [],
      listOrders: () => usual.json(201, []),
    }),
    { checks: ['pact', 'openapi'], runs: 1 },
  )
  const lines = checks.flatMap(({ curl, steps = [] }) => [...(curl === undefined ? [] : [curl]), ...steps])
  expect(lines.join()).toContain('touch PWNED')
  expect(lines.filter((line) => STEERING.test(line))).toEqual([])
  const cwd = temporaryFolder()
  execFileSync('bash', ['--norc', '-ic', `curl() { :; }\n${lines.join('\n')}\ntrue`], { cwd, stdio: 'ignore' })
  expect(await readdir(cwd)).toEqual([])
})
