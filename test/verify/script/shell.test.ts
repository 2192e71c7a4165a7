import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyProvider } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { startSmallProvider } from '../providers/small-provider.js'

// Whoever pastes the lines of a finding runs none of what came over the network.

const STEERING = /[^\P{Control}]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each([
  ["x'; touch PWNED; echo '"],
  ['x$(touch PWNED)`touch PWNED`"; touch PWNED; "'],
  ['x\n touch PWNED\n\u001B[201~\u202E!touch\\'],
])('the lines of a finding run nothing that a state answers: %j', async (name) => {
  const provider = await startSmallProvider((usual) => ({
    setUp: (state, params) => (state === 'no orders' ? { [name]: 7 } : usual.setUp(state, params)),
    listed: () => [],
    listOrders: () => usual.json(201, []),
  }))
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  const { checks } = await verifyProvider({ baseUrl, key, states, checks: ['pact', 'openapi'], runs: 1 })
  await provider.close()
  const lines = checks.flatMap(({ curl, steps = [] }) => [...(curl === undefined ? [] : [curl]), ...steps])
  expect(lines.join()).toContain('touch PWNED')
  expect(lines.filter((line) => STEERING.test(line))).toEqual([])
  const cwd = await mkdtemp(join(tmpdir(), 'orders-paste-'))
  execFileSync('bash', ['--norc', '-ic', `curl() { :; }\n${lines.join('\n')}\ntrue`], { cwd, stdio: 'ignore' })
  expect(await readdir(cwd)).toEqual([])
})
