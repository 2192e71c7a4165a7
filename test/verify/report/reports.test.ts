import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { validate } from 'ctrf'
import { expect, test } from 'vitest'
import { createSchemaCheck } from '../../../src/input/index.js'
import { painter } from '../../../src/node/index.js'
import { version } from '../../../src/spec/index.js'
import { livePretty, readReportTargets, type VerificationReport, writeReports } from '../../../src/verify/index.js'
import { Output } from '../../cli/command.js'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFile, temporaryFolder } from '../../temporary-file.js'

type Check = VerificationReport['checks'][number]

function checked(id: `${Check['kind']}.${string}`, name: string, clause: string, more: Partial<Check>): Check {
  const [kind] = id.split('.') as [Check['kind']]
  return { id, kind, name, clause, result: 'failed', durationMs: 1, ...more }
}

const FAILED = checked('openapi.cancelOrder.no-body', 'cancelOrder: a 204 has no body', 'Cancel an order', {
  message: 'The 204 response has a body: {"a":"<b>&]]>"}\u0007',
  request: { method: 'DELETE', path: '/store/orders/7', headers: {}, url: 'http://shop/v1/store/orders/7' },
  expected: '204 without a body',
  actual: 'status 204\n{"a":1}',
  curl: "curl -i -X DELETE 'http://shop/v1/store/orders/7'",
  states: ['a pending order'],
})
const SKIPPED = checked('model.pet', 'a pet', 'Versioning', { result: 'skipped', message: '501', durationMs: 0 })

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
    checked('pact.a', 'a list is answered', 'List orders', { result: 'passed', durationMs: 12.4 }),
    FAILED,
    checked('model.twice', 'no second cancel: 100%', 'States and transitions', {
      message: 'It was cancelled twice.',
      steps: ["1. curl -i 'http://shop/a'", "2. curl -i 'http://shop/b'"],
    }),
    SKIPPED,
    checked('model.fewer-sequences', 'how many sequences ran', 'States and transitions', {
      result: 'note',
      message: 'Only 3 of 100.',
      durationMs: 0,
    }),
  ],
  notes: ['The provider refused the key.'],
  durationMs: 1234,
}

const KNOWN: Check = { ...FAILED, result: 'note', known: true }
const CURL = 'curl -i -H "Authorization: Bearer $ORDERS_MOCK_KEY"'

/** With all that a report may contain. */
const COMPLETE_REPORT: VerificationReport = {
  ...REPORT,
  freedoms: [
    { freedom: 'second-cancel', section: 'States and transitions', choice: '409', seen: { 409: 3, 'another form': 1 } },
  ],
  checks: [
    ...REPORT.checks,
    { ...KNOWN, id: 'openapi.known', name: 'a known violation', message: 'Known violation.' },
    { ...FAILED, id: 'model.key', kind: 'model', name: 'a key', curl: CURL },
  ],
}

test.each([
  ['pretty groups the checks, and shows failures, coverage and result', 'pretty.txt'],
  ['junit has a test for each check, and text that XML allows', 'junit.xml'],
  ['github annotates each failure in one line', 'github.txt'],
  ['markdown fences requests and responses', 'markdown.md'],
])('%s', async (title, file) => {
  const [format = ''] = title.split(' ')
  await expect(await written(format)).toMatchFileSnapshot(`./expected/${file}`)
})

test.each([
  ['pass', 'green'],
  ['fail', 'red'],
  ['error', 'red'],
] as const)('pretty in colours says the same, and %s is %s; a file has no colours', async (result, colour) => {
  const paint = painter({ colors: true })
  const report = { ...REPORT, result }
  const [plain, coloured] = [await written('pretty', report), await written('pretty', report, { colors: true })]
  expect(stripVTControlCharacters(coloured)).toBe(plain)
  const marks = [paint('green', '✓'), paint('red', '✗'), paint('yellow', '-'), paint('cyan', '•')]
  const [verdict = ''] = plain.trimEnd().split('\n').at(-1)?.split('  ') ?? []
  for (const text of [paint('bold', paint(colour, verdict)), ...marks]) expect(coloured).toContain(text)
  const file = join(temporaryFolder(), 'report.txt')
  await written(`pretty=${file}`, report, { colors: true })
  expect(await readFile(file, 'utf8')).toBe(plain)
})

test('pretty while the run goes on ends up as the same text', async () => {
  const [stdout, stderr] = [new Output(), new Output()]
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

const missing = missingCommands('xmllint')

function xmllint(xml: string) {
  const args = ['--noout', '--dtdvalid', 'test/verify/report/jenkins.dtd', '-']
  return spawnSync('xmllint', args, { input: xml, encoding: 'utf8' })
}

test.skipIf(missing !== undefined)('junit is valid by the schemas of Jenkins, whatever a provider sends', async () => {
  for (const report of [REPORT, COMPLETE_REPORT, HOSTILE_REPORT])
    expect(xmllint(await written('junit', report))).toMatchObject({ status: 0, stderr: '' })
  expect(xmllint('<testsuites><testsuite/></testsuites>')).toMatchObject({ status: 3 })
})

// GitLab keeps one test of those with the same class and name.
test.each(['junit', 'ctrf'])('%s gives each check a name of its own', async (format) => {
  const checks = ['model.once.7', 'model.once.8'].map((id) => ({ ...FAILED, id, name: 'once' }))
  const text = await written(format, { ...REPORT, checks: [...checks, { ...FAILED, name: 'else' }] })
  const names = Array.from(text.matchAll(/\bname(?:=|": )"((?:once|else)[^"]*)"/g), ([, name]) => name)
  expect(names).toEqual(['once (model.once.7)', 'once (model.once.8)', 'else'])
})

test('html is one page without scripts that says what was checked, what was found and how to see it again', async () => {
  const html = await written('html', COMPLETE_REPORT)
  await expect(
    html.replace(/<style>.*<\/style>/s, '').replace(`orders-mock ${version}`, 'orders-mock'),
  ).toMatchFileSnapshot('./expected/report.html')
  expect(html).not.toMatch(/<script|https?:\/\/(?!shop)/)
})

test('html of recorded traffic names requests and has no commands', async () => {
  const { seed: _, ...recorded } = REPORT
  const html = await written('html', { ...recorded, checks: [FAILED] })
  expect(html).toContain('<p>Each violation names the recorded requests that show it.</p>')
  expect(html).not.toMatch(/bash|seed|pacts/)
})

test.each([
  ['The provider conforms to the contract', 'pass', []],
  ['The run could not be completed', 'error', []],
  ['1 check could not run', 'fail', [SKIPPED]],
  ['The provider conforms to the contract, except for 1 known violation', 'pass', [KNOWN]],
] as const)('html says %j', async (verdict, result, checks) => {
  const report = { ...REPORT, summary: { ...REPORT.summary, failed: 0 }, result, checks }
  expect(await written('html', report)).toContain(`<h1>${verdict}</h1>`)
})

test('ctrf is valid by the schema of the format, and each check is a test with its section and steps', async () => {
  const report: unknown = JSON.parse(await written('ctrf'))
  expect(validate(report)).toMatchObject({ valid: true })
  expect(report).toMatchObject({
    results: {
      tool: { name: 'orders-mock' },
      summary: { tests: REPORT.checks.length, passed: 1, failed: 2, skipped: 1, other: 1, pending: 0 },
      extra: { provider: 'http://shop/v1', seed: 42 },
    },
  })
  const ended = { ...REPORT, checks: [], error: { message: 'Nobody is there.', exitCode: 3 as const } }
  const { results } = JSON.parse(await written('ctrf', ended)) as { results: { tests: unknown } }
  const named = { name: 'the run is completed', extra: { id: 'run.end', section: 'Endpoints' } }
  const end = { ...named, status: 'failed', suite: ['run'], message: 'Nobody is there.' }
  expect(results.tests).toMatchObject([end])
})

test('a report for the summary of a job goes below what is there', async () => {
  const jobSummary = temporaryFile('summary.md', 'Built.\n')
  await written(`markdown=${jobSummary}`, REPORT, { env: { GITHUB_STEP_SUMMARY: jobSummary } })
  expect(await readFile(jobSummary, 'utf8')).toBe(`Built.\n${await written('markdown')}`)
})

// With a regular expression that tries each space anew, this would take minutes.
test('a name of a check with very many spaces is written to markdown on one line', async () => {
  const spaces = ' '.repeat(1_000_000)
  const checks = [{ ...FAILED, name: `a${spaces}b \n  \n c` }]
  expect(await written('markdown', { ...REPORT, checks })).toContain(`### \`1) openapi: a${spaces}b c\``)
})

test('a report goes to its file, in a folder that is made for it', async () => {
  const file = join(temporaryFolder(), 'reports', 'report=1.json')
  expect(await written(`json=${file}`)).toBe('')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(withSections(REPORT))
})

test('reports have a known format and a file; two do not mix on stdout, unless they are for one log', () => {
  for (const text of ['jnit', 'json=', ''])
    expect(() => readReportTargets([text])).toThrow(expect.objectContaining({ exitCode: 2 }) as Error)
  expect(() => readReportTargets(['json', 'junit'])).toThrow('cannot both be written to stdout')
  expect(() => readReportTargets(['pretty', 'github', 'json'])).toThrow('cannot both be written to stdout')
  expect(readReportTargets(['pretty=-', 'github'])).toEqual([{ format: 'pretty' }, { format: 'github' }])
  expect(readReportTargets(['json', 'junit=j.xml'])).toEqual([{ format: 'json' }, { format: 'junit', file: 'j.xml' }])
})

// What a provider sends stands in messages, bodies and notes of every report.

const HOSTILE = [
  '::error::x',
  '  ::set-output name=a::b',
  'x ##[error]y ##vso[task.setvariable]z',
  '\u001B[2K\u009B2Kx\u0085y\rz',
  'a\u202Eb\u2066c\u200Bd\u2028::stop-commands::e\u{E0001}f',
  '```\n<img src=x onerror=alert(1)> &lt;b> [a](javascript:x) ![b](http://evil) @team $x$ ~~y~~',
].join('\n')

const HOSTILE_REPORT: VerificationReport = {
  ...REPORT,
  hints: [HOSTILE],
  coverage: [],
  notes: [],
  checks: [
    { ...FAILED, message: HOSTILE, expected: HOSTILE, actual: HOSTILE, steps: [HOSTILE, HOSTILE] },
    { ...SKIPPED, message: HOSTILE },
  ],
  error: { message: HOSTILE, exitCode: 3 },
}

const STEERING = /[^\P{Control}\n]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each(['pretty', 'json', 'junit', 'github', 'markdown', 'ctrf', 'html'])(
  'the text of a provider can steer neither a terminal nor a CI log: %s',
  async (format) => {
    const text = await written(format, HOSTILE_REPORT)
    expect(text).not.toMatch(STEERING)
    expect(text).not.toMatch(/##\w*\[/)
    const commands = text.split('\n').filter((line) => line.trimStart().startsWith('::'))
    expect(commands.every((line) => format === 'github' && /^::(?:error|warning) title=/.test(line))).toBe(true)
  },
)

test('json keeps the text of a provider, and names each section in two members', async () => {
  expect(JSON.parse(await written('json', HOSTILE_REPORT))).toEqual(withSections(HOSTILE_REPORT))
})

test('html has no markup of a provider', async () => {
  const hostile = await written('html', withText('<script>alert(1)</script>"><img src=x onerror=alert(1)>&lt;'))
  expect(tags(hostile)).toEqual(tags(await written('html', withText('harmless'))))
})

test('markdown has no markup of a provider', async () => {
  const markdown = await written('markdown', HOSTILE_REPORT)
  const prose = markdown.replaceAll(/^````.*?^````$/gms, '')
  expect(prose).not.toContain('````')
  expect(prose.replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/[`<[$~]|&lt|@\w/)
})

function tags(html: string) {
  return html.match(/<\/?[a-z!][^>]*>/g)
}

/** A report in which a provider has put one text everywhere. */
function withText(text: string): VerificationReport {
  const check = { message: text, expected: text, actual: text, steps: [text], name: text, clause: text, states: [text] }
  const checks = HOSTILE_REPORT.checks.map((each) => ({ ...each, ...check }))
  return { ...HOSTILE_REPORT, provider: text, hints: [text], notes: [text], checks }
}

async function written(target: string, report = REPORT, { colors = false, env = {} } = {}): Promise<string> {
  const stdout = new Output()
  await writeReports(report, readReportTargets([target]), { stdout, colors, env })
  return stdout.text
}

function withSections(report: VerificationReport) {
  return { ...report, checks: report.checks.map((check) => ({ ...check, section: check.clause })) }
}
