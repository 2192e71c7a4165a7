import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createSchemaCheck } from '../../../src/input/index.js'
import { livePretty, readReportTargets, type VerificationReport, writeReports } from '../../../src/verify/index.js'
import { temporaryFolder } from '../../server/persistence/temporary-folder.js'

const request = { method: 'DELETE', path: '/store/orders/7', headers: {}, url: 'http://shop/v1/store/orders/7' }

const REPORT: VerificationReport = {
  version: 1,
  provider: 'http://shop/v1',
  result: 'fail',
  seed: 42,
  hints: ['Is the key valid?'],
  summary: { passed: 1, failed: 2, skipped: 1, errors: 0, notes: 1 },
  coverage: [
    { operation: 'cancelOrder', status: 204, seen: 3 },
    { operation: 'cancelOrder', status: 409, seen: 0 },
    { operation: 'getPet', status: 200, seen: 1 },
  ],
  checks: [
    {
      id: 'pact.a',
      kind: 'pact',
      name: 'a list is answered',
      clause: 'List orders',
      result: 'passed',
      durationMs: 12.4,
    },
    {
      id: 'openapi.cancelOrder.no-body',
      kind: 'openapi',
      name: 'cancelOrder: a 204 has no body',
      clause: 'Cancel an order',
      result: 'failed',
      message: 'The 204 is followed by a body: {"a":"<b>&]]>"}\u0007',
      request,
      expected: '204 without a body',
      actual: 'status 204\n{"a":1}',
      curl: "curl -i -X DELETE 'http://shop/v1/store/orders/7'",
      states: ['a pending order'],
      durationMs: 1,
    },
    {
      id: 'model.twice',
      kind: 'model',
      name: 'no second cancel: 100%',
      clause: 'States and transitions',
      result: 'failed',
      message: 'It was cancelled twice.',
      steps: ["1. curl -i 'http://shop/a'", "2. curl -i 'http://shop/b'"],
      durationMs: 1,
    },
    {
      id: 'model.pet',
      kind: 'model',
      name: 'a pet',
      clause: 'Versioning',
      result: 'skipped',
      message: '501',
      durationMs: 0,
    },
    {
      id: 'model.fewer-sequences',
      kind: 'model',
      name: 'how many sequences ran',
      clause: 'States and transitions',
      result: 'note',
      message: 'Only 3 of 100.',
      durationMs: 0,
    },
  ],
  notes: ['The provider refused the key.'],
  durationMs: 1234,
}

test('pretty groups the checks, and shows failures, coverage and result', async () => {
  await expect(await written('pretty')).toMatchFileSnapshot('./expected/pretty.txt')
})

test('pretty in colours says the same', async () => {
  expect(stripVTControlCharacters(await written('pretty', { colors: true }))).toBe(await written('pretty'))
})

test('pretty while the run goes on ends up as the same text', async () => {
  const [stdout, stderr] = [new Sink(), new Sink()]
  const live = livePretty({ stdout, stderr, colors: false })
  live.onProgress({ kind: 'hint', text: 'Is the key valid?' })
  live.onProgress({ kind: 'started', check: 'pact' })
  live.onProgress({ kind: 'activity', check: 'pact', text: 'the first' })
  for (const result of REPORT.checks) live.onProgress({ kind: 'result', result })
  live.end(REPORT)
  expect(stdout.text).toBe(await written('pretty'))
  expect(stderr.text).toBe('')
})

test('json has the form that its schema describes', async () => {
  const check = createSchemaCheck(JSON.parse(await readFile('contracts/report.schema.json', 'utf8')) as object)
  expect(check(JSON.parse(await written('json')))).toEqual([])
  expect(check({ ...REPORT, version: 2, result: 'passed' })).toHaveLength(2)
})

test('junit has a suite for each kind of check, and text that XML allows', async () => {
  await expect(await written('junit')).toMatchFileSnapshot('./expected/junit.xml')
})

test('github annotates each failure in one line', async () => {
  await expect(await written('github')).toMatchFileSnapshot('./expected/github.txt')
})

test('a report for the summary of a job goes below what is there', async () => {
  const jobSummaryFile = join(temporaryFolder(), 'summary.md')
  await writeFile(jobSummaryFile, 'Built.\n')
  const stdout = new Sink()
  const targets = readReportTargets([`markdown=${jobSummaryFile}`])
  await writeReports(REPORT, targets, { stdout, colors: false, env: { GITHUB_STEP_SUMMARY: jobSummaryFile } })
  expect(await readFile(jobSummaryFile, 'utf8')).toBe(`Built.\n${await written('markdown')}`)
})

test('markdown fences what was sent and got', async () => {
  await expect(await written('markdown')).toMatchFileSnapshot('./expected/markdown.md')
})

test('a report goes to its file, in a folder that is made for it', async () => {
  const file = join(temporaryFolder(), 'reports', 'report=1.json')
  const stdout = new Sink()
  const targets = readReportTargets([`json=${file}`])
  await writeReports(REPORT, targets, { stdout, colors: false, env: {} })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(REPORT)
  expect(stdout.text).toBe('')
})

test.each([['jnit'], ['json='], ['']])('the report %j is refused', (text) => {
  expect(() => readReportTargets([text])).toThrow(expect.objectContaining({ exitCode: 2 }) as Error)
})

test('two reports do not mix on stdout, unless they are for one log', () => {
  expect(() => readReportTargets(['json', 'junit'])).toThrow('would mix on stdout')
  expect(() => readReportTargets(['pretty', 'github', 'json'])).toThrow('would mix on stdout')
  expect(readReportTargets(['pretty', 'github'])).toEqual([{ format: 'pretty' }, { format: 'github' }])
  expect(readReportTargets(['json', 'junit=j.xml'])).toEqual([{ format: 'json' }, { format: 'junit', file: 'j.xml' }])
})

class Sink extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

async function written(format: string, options: { colors?: boolean } = {}): Promise<string> {
  const stdout = new Sink()
  await writeReports(REPORT, readReportTargets([format]), { stdout, colors: false, env: {}, ...options })
  return stdout.text
}
