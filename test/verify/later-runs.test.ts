import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baselineOf, createMarker } from '../../src/verify/index.js'
import { runCommand } from '../cli/command.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { cancel, har } from '../traffic/entries.js'
import { providerDuringTest } from './providers/during-test.js'
import type { Deviation } from './providers/small-provider.js'
import { failures, reportByCommand } from './verify-once.js'

// Runs that begin with what an earlier one found: --baseline and --rerun.

const faulty: Deviation = (usual) => ({ listOrders: () => usual.json(206, []) })

/** One more fault: a cancel request returns another status. */
const worse: Deviation = (usual, store) => ({ ...faulty(usual, store), cancelOrder: () => usual.json(200, {}) })

test('a baseline is the same with every seed, makes the run pass, and hides no other violation', async () => {
  const file = newFile()
  const texts = new Set<string>()
  for (const seed of ['1', '2']) {
    const { code, stderr } = await verify(faulty, '--seed', seed, '--write-baseline', file)
    expect([code, stderr]).toEqual([0, ''])
    texts.add(readFileSync(file, 'utf8'))
  }
  expect([...texts].map((text) => JSON.parse(text) as unknown)).toMatchObject([{ baseline: 1 }])

  const known = await verify(faulty, '--seed', '4', '--baseline', file)
  expect(known).toMatchObject({ code: 0, report: { result: 'pass', summary: { failed: 0 } } })
  const noted = known.report.checks.filter((check) => check.known === true)
  expect(noted).not.toEqual([])
  for (const check of noted)
    expect(check).toMatchObject({ result: 'note', message: expect.stringMatching(/^Known violation\. /) as string })

  const red = await verify(worse, '--seed', '4', '--baseline', file)
  const operations = red.report.checks.filter(({ result }) => result === 'failed').map(({ request }) => request?.method)
  expect([red.code, new Set(operations)]).toEqual([1, new Set(['DELETE'])])

  const { code, report } = await verify(undefined, '--seed', '4', '--baseline', file)
  const unseen = /^The known violation ".+" was not seen\. Remove its entry/m
  expect([code, report.notes.join('\n')]).toEqual([0, expect.stringMatching(unseen)])
})

test('an entry has a reason, and fails again after its last day; writing keeps both', async () => {
  const file = newFile()
  await verify(faulty, '--write-baseline', file)
  const { known, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { known: object[] }
  const endOn = (until: string) => {
    const dated = known.map((entry) => ({ ...entry, reason: 'SHOP-7', until }))
    writeFileSync(file, JSON.stringify({ ...rest, known: dated }))
  }
  endOn('2999-12-31')
  const accepted = await verify(faulty, '--baseline', file, '--write-baseline', file)
  const message = expect.stringMatching(/^Known violation \(SHOP-7\)\. /) as string
  expect(accepted.report.checks).toContainEqual(expect.objectContaining({ known: true, message }))
  expect(readFileSync(file, 'utf8')).toContain('"until": "2999-12-31"')
  const renewed = await verify(faulty, '--write-baseline', file)
  expect([renewed.code, renewed.report.result]).toEqual([0, 'fail'])
  expect(readFileSync(file, 'utf8')).toContain('"until": "2999-12-31"')
  endOn('2020-01-01')
  const expired = await verify(faulty, '--baseline', file)
  expect(expired.code).toBe(1)
  const failed = expired.report.checks.find(({ result }) => result === 'failed')
  expect(failed?.message).toMatch(/^Known until 2020-01-01\. /)
})

test('a known violation of the model is one by whichever rule it shows, and is not missed while a rule is skipped', () => {
  const request = { method: 'DELETE', path: '/store/orders/7', headers: {}, url: 'http://127.0.0.1/v1/store/orders/7' }
  const head = { kind: 'model', name: 'a rule', clause: 'Cancel an order', durationMs: 1 } as const
  const expectation = 'A pending order can be cancelled'
  const shown = {
    ...head,
    id: 'model.one',
    result: 'failed',
    request,
    expectation,
    expected: '204',
    actual: '409',
  } as const
  const entry = { check: 'model', operation: 'cancelOrder', expected: expectation, response: '409' }
  expect(JSON.parse(baselineOf({ checks: [shown] }, []))).toEqual({ baseline: 1, known: [entry] })

  const { mark, gone } = createMarker([entry], '2027-03-31')
  const unseen = `The known violation "model · cancelOrder · ${expectation} · 409" was not seen. Remove its entry from the baseline.`
  const skipped = { ...head, id: 'model.two', result: 'skipped' } as const
  expect([gone([{ ...skipped, result: 'passed' }]), gone([skipped])]).toEqual([[unseen], []])
  const other = { ...shown, id: 'model.another' }
  expect(mark(other)).toEqual({ ...other, result: 'note', known: true, message: 'Known violation. ' })
  expect(mark({ ...other, actual: '500' })).toEqual({ ...other, actual: '500' })
  expect(gone([])).toEqual([])
})

const known = (entry: object) => JSON.stringify({ baseline: 1, known: [entry] })
const ENDLESS = { id: 'model.sequences', kind: 'model', result: 'failed', sequence: 1e9 }

test.each([
  ['baseline', '{', /known\.json is not a baseline: .+ Write one with --write-baseline\.$/m],
  ['baseline', '{"version": 1}', /is not a baseline: baseline: is required\. Write/],
  ['baseline', known({}), /^orders-mock: Correct the baseline .+: known\[0\]\.check: is required\.$/m],
  ['baseline', known({ check: 'a', untill: 'b' }), /known\[0\]\.untill: unknown field\. Did you mean until\?/],
  ['baseline', known({ check: 'a', until: '2027-13-01' }), /known\[0\]\.until: must be a day such as/],
  ['rerun', '[1]', /not a report of verify\. Pass the file that --report json=report\.json wrote\.$/m],
  ['rerun', '{', /Cannot read the report .*: .+ Pass the file/],
  [
    'rerun',
    JSON.stringify({ seed: 7, checks: [ENDLESS] }),
    /sequence in .* a whole number from 0 to 99999, not 1000000000/,
  ],
  ['rerun', '{"seed": 7, "checks": []}', /^orders-mock: Nothing to rerun: no check failed in .*known\.json\.\n$/],
])('--%s rejects %s', async (option, text, message) => {
  const file = temporaryFile('known.json', text)
  const { code, stderr } = await runCommand(['verify', 'http://127.0.0.1:1/v1', `--${option}`, file])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

test('recorded traffic has a baseline, too', async () => {
  const cancels = [cancel(1, 204), cancel(1, 204)]
  const recording = temporaryFile('traffic.har', har(cancels))
  const file = newFile()
  expect(await audit(recording)).toBe(1)
  expect(await audit(recording, '--write-baseline', file)).toBe(0)
  expect(await audit(recording, '--baseline', file)).toBe(0)
  const another = temporaryFile('traffic.har', har([...cancels, cancel(9, 500)]))
  expect(await audit(another, '--baseline', file)).toBe(1)
})

test('only failed checks run again, with the seed of their report', async () => {
  // The fault shows in the model alone, until somebody mends it.
  let isMended = false
  const provider = await providerDuringTest((usual) => ({
    admits: (call) => (call.operation === 'listOrders' && !isMended) || usual.admits(call),
  }))
  const { report } = await reportByCommand(provider, ['--checks', 'model', '--seed', '7', '--runs', '1', '--bail'])
  expect(failures(report)).toEqual(['model.wrong-key-list'])
  const again = await reportByCommand(provider, ['--rerun', written(report)])
  expect([again.code, again.report.seed, failures(again.report)]).toEqual([1, 7, failures(report)])
  const decided = again.report.checks.filter(({ result }) => result !== 'note')
  expect(decided.map(({ id }) => id)).toEqual(failures(report))
  isMended = true
  const mended = await reportByCommand(provider, ['--rerun', written(report)])
  expect([mended.code, failures(mended.report)]).toEqual([0, []])
})

test('a random sequence that failed runs again, however few sequences are asked for', async () => {
  let requests = 0
  const provider = await providerDuringTest((usual) => ({ answer: (call) => (requests++, usual.answer(call)) }))
  const rerun = written({ seed: 7, checks: [{ id: 'model.sequences', kind: 'model', result: 'failed', sequence: 40 }] })
  const { report } = await reportByCommand(provider, ['--rerun', rerun, '--runs', '1'])
  expect(report.checks).toMatchObject([{ id: 'model.sequences', result: 'passed' }])
  expect(requests).toBeGreaterThan(20)
})

test('of a pact, only the interactions that failed are verified again', async () => {
  const refusing = await providerDuringTest((usual) => ({ cancelOrder: () => usual.error(405, 'no') }))
  const first = await reportByCommand(refusing, ['--checks', 'pact'])
  const failed = failures(first.report)
  expect(failed.length).toBeGreaterThan(1)
  const { report } = await reportByCommand(refusing, ['--rerun', written(first.report)])
  expect(report.checks.map(({ id }) => id)).toEqual(failed)
})

async function audit(...args: string[]) {
  return (await runCommand(['audit', ...args])).code
}

function newFile(): string {
  return join(temporaryFolder(), 'known.json')
}

function written(report: object): string {
  return temporaryFile('report.json', JSON.stringify(report))
}

async function verify(change: Deviation | undefined, ...flags: string[]) {
  return reportByCommand(await providerDuringTest(change), ['--checks', 'openapi', ...flags])
}
