import { writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import type { VerificationReport } from '../../src/verify/index.js'
import { runCommand } from '../cli/command.js'
import { temporaryFile } from '../temporary-file.js'
import { providerDuringTest } from './providers/during-test.js'
import { startSmallProvider } from './providers/small-provider.js'
import { reportByCommand } from './verify-by-command.js'

// Its fault shows in the model alone, until somebody mends it.
let isMended = false
const provider = await startSmallProvider((usual) => ({
  admits: (call) => (call.operation === 'listOrders' && !isMended) || usual.admits(call),
}))
afterAll(provider.close)

test('only failed checks run again, with the seed of their report', async () => {
  const first = await reportByCommand(provider, ['--checks', 'model', '--seed', '7', '--runs', '1'])
  const file = temporaryFile('report.json', JSON.stringify(first.report))
  const failed = idsOf(first.report)
  expect(failed).toContain('model.wrong-key-list')

  const again = await reportByCommand(provider, ['--rerun', file])
  expect({ code: again.code, seed: again.report.seed, failed: idsOf(again.report).toSorted() }).toEqual({
    code: 1,
    seed: 7,
    failed: failed.toSorted(),
  })
  const decided = again.report.checks.filter(({ result }) => result !== 'note')
  expect(decided.map(({ id }) => id).toSorted()).toEqual(failed.toSorted())

  isMended = true
  const mended = await reportByCommand(provider, ['--rerun', file])
  expect({ code: mended.code, failed: idsOf(mended.report) }).toEqual({ code: 0, failed: [] })

  await writeFile(file, JSON.stringify(mended.report))
  const { code, stderr } = await runCommand(['verify', provider.baseUrl, '--rerun', file])
  expect(code).toBe(2)
  expect(stderr).toBe(`orders-mock: Nothing to rerun: no check failed in ${file}.\n`)
})

test('of a pact, only the interactions that failed are verified again', async () => {
  const refusing = await providerDuringTest((usual) => ({ cancelOrder: () => usual.error(405, 'no') }))
  const first = await reportByCommand(refusing, ['--checks', 'pact'])
  const failed = idsOf(first.report)
  const file = temporaryFile('pact.json', JSON.stringify(first.report))
  const { checks } = (await reportByCommand(refusing, ['--rerun', file])).report
  expect(failed.length).toBeGreaterThan(1)
  expect(checks.map(({ id }) => id)).toEqual(failed)
})

test.each([
  ['[1]', /not a report of verify\. Give the file that --report json=report\.json wrote\.$/m],
  ['{', /Cannot read the report .*: .+ Give the file/],
  [
    '{"seed": 7, "checks": [{"id": "model.sequences", "kind": "model", "result": "failed", "sequence": 1e9}]}',
    /sequence in .* must be a whole number from 0 to 99999, not 1000000000\./,
  ],
])('%s is not a report', async (text, message) => {
  const file = temporaryFile('none.json', text)
  const { code, stderr } = await runCommand(['verify', provider.baseUrl, '--rerun', file])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) as string })
})

function idsOf({ checks }: VerificationReport): string[] {
  return checks.filter(({ result }) => result === 'failed').map(({ id }) => id)
}
