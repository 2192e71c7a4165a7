import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../cli/command.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { cancel, har as writeHar } from '../traffic/entries.js'
import { providerDuringTest } from './providers/during-test.js'
import type { Deviation } from './providers/small-provider.js'
import { reportByCommand } from './verify-by-command.js'

/** Lists orders with another status. */
const faulty: Deviation = (usual) => ({ listOrders: () => usual.json(206, []) })

/** One more fault: a cancel request returns another status. */
const worse: Deviation = (usual, store) => ({ ...faulty(usual, store), cancelOrder: () => usual.json(200, {}) })

test('a baseline is the same with every seed, makes the run pass, and hides no other violation', async () => {
  const file = join(temporaryFolder(), 'known.json')
  const texts = []
  for (const seed of ['1', '2']) {
    const { code, stderr } = await verify(faulty, '--seed', seed, '--write-baseline', file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    texts.push(readFileSync(file, 'utf8'))
  }
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ baseline: 1, known: expect.arrayContaining([]) })

  const known = await verify(faulty, '--seed', '4', '--baseline', file)
  expect([known.code, known.report.result, known.report.summary.failed]).toEqual([0, 'pass', 0])
  const noted = known.report.checks.filter((check) => check.known === true)
  expect(noted.length).toBeGreaterThan(0)
  for (const { result, message } of noted)
    expect([result, message]).toEqual(['note', expect.stringMatching(/^Known violation\. /)])

  const red = await verify(worse, '--seed', '4', '--baseline', file)
  const operations = red.report.checks.filter(({ result }) => result === 'failed').map(({ request }) => request?.method)
  expect([red.code, new Set(operations)]).toEqual([1, new Set(['DELETE'])])

  const mended = await verify(undefined, '--seed', '4', '--baseline', file)
  expect(mended.code).toBe(0)
  expect(mended.report.notes.join('\n')).toMatch(/^The known violation ".+" was not seen\. Remove its entry/m)
})

test('an entry has a reason, and fails again after its last day; writing keeps both', async () => {
  const file = join(temporaryFolder(), 'known.json')
  await verify(faulty, '--write-baseline', file)
  const { known, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { known: object[] }
  const dated = (until: string) =>
    writeFileSync(
      file,
      JSON.stringify({ ...rest, known: known.map((entry) => ({ ...entry, reason: 'SHOP-7', until })) }),
    )
  dated('2999-12-31')
  const accepted = await verify(faulty, '--baseline', file, '--write-baseline', file)
  expect(accepted.report.checks.find((check) => check.known === true)?.message).toMatch(
    /^Known violation \(SHOP-7\)\. /,
  )
  expect(readFileSync(file, 'utf8')).toContain('"until": "2999-12-31"')
  const renewed = await verify(faulty, '--write-baseline', file)
  expect([renewed.code, renewed.report.result]).toEqual([0, 'fail'])
  expect(readFileSync(file, 'utf8')).toContain('"until": "2999-12-31"')
  dated('2020-01-01')
  const expired = await verify(faulty, '--baseline', file)
  expect(expired.code).toBe(1)
  const failed = expired.report.checks.find(({ result }) => result === 'failed')
  expect(failed?.message).toMatch(/^Known until 2020-01-01\. /)
})

test.each([
  ['{', /known\.json is not a baseline: .+ Write one with --write-baseline\.$/m],
  ['{"version": 1}', /is not a baseline: baseline: is required\. Write/],
  ['{"baseline": 1, "known": [{}]}', /^orders-mock: Correct the baseline .+: known\[0\]\.check: is required\.$/m],
  [
    '{"baseline": 1, "known": [{"check": "a", "untill": "b"}]}',
    /known\[0\]\.untill: unknown field\. Did you mean until\?/,
  ],
  ['{"baseline": 1, "known": [{"check": "a", "until": "2027-13-01"}]}', /known\[0\]\.until: must be a day such as/],
])('%s is no baseline', async (text, message) => {
  const file = temporaryFile('known.json', text)
  const { code, stderr } = await runCommand(['verify', 'http://127.0.0.1:1/v1', '--baseline', file])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

test('a baseline replaces no other file', async () => {
  const file = temporaryFile('package.json', '{"name": "shop"}')
  const { code, stderr } = await runCommand(['verify', 'http://127.0.0.1:1/v1', '--write-baseline', file])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/Cannot write the baseline .*package\.json/)])
  expect(readFileSync(file, 'utf8')).toBe('{"name": "shop"}')
})

test('recorded traffic has a baseline, too', async () => {
  const [har, other] = [
    [cancel(1, 204), cancel(1, 204)],
    [cancel(1, 204), cancel(1, 204), cancel(9, 500)],
  ].map((entries) => temporaryFile('traffic.har', writeHar(entries)))
  const file = join(temporaryFolder(), 'known.json')
  expect(await audit(har)).toBe(1)
  expect(await audit(har, '--write-baseline', file)).toBe(0)
  expect(await audit(har, '--baseline', file)).toBe(0)
  expect(await audit(other, '--baseline', file)).toBe(1)
})

async function audit(recording = '', ...flags: string[]) {
  return (await runCommand(['audit', recording, ...flags])).code
}

async function verify(change: Deviation | undefined, ...flags: string[]) {
  return reportByCommand(await providerDuringTest(change), ['--checks', 'openapi', ...flags])
}
