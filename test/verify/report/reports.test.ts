import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { validate } from 'ctrf'
import { expect, test } from 'vitest'
import { createSchemaCheck } from '../../../src/input/index.js'
import { version } from '../../../src/spec/index.js'
import { livePretty, readReportTargets, type VerificationReport, writeReports } from '../../../src/verify/index.js'
import { Output } from '../../cli/command.js'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFolder } from '../../temporary-file.js'

const FAILED: VerificationReport['checks'][number] = {
  id: 'openapi.cancelOrder.no-body',
  kind: 'openapi',
  name: 'cancelOrder: a 204 has no body',
  clause: 'Cancel an order',
  result: 'failed',
  message: 'The 204 response has a body: {"a":"<b>&]]>"}\u0007',
  request: { method: 'DELETE', path: '/store/orders/7', headers: {}, url: 'http://shop/v1/store/orders/7' },
  expected: '204 without a body',
  actual: 'status 204\n{"a":1}',
  curl: "curl -i -X DELETE 'http://shop/v1/store/orders/7'",
  states: ['a pending order'],
  durationMs: 1,
}
const SKIPPED: typeof FAILED = {
  id: 'model.pet',
  kind: 'model',
  name: 'a pet',
  clause: 'Versioning',
  result: 'skipped',
  message: '501',
  durationMs: 0,
}

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
    FAILED,
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
    SKIPPED,
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

/** With all that a report may contain. */
const COMPLETE_REPORT: VerificationReport = {
  ...REPORT,
  freedoms: [
    { freedom: 'second-cancel', section: 'States and transitions', choice: '409', seen: { 409: 3, 'another form': 1 } },
  ],
  checks: [
    ...REPORT.checks,
    {
      ...FAILED,
      id: 'openapi.known',
      name: 'a known violation',
      result: 'note',
      known: true,
      message: 'Known violation.',
    },
    {
      ...FAILED,
      id: 'model.key',
      kind: 'model',
      name: 'a key',
      curl: 'curl -i -H "Authorization: Bearer $ORDERS_MOCK_KEY"',
    },
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

test('pretty in colours says the same', async () => {
  expect(stripVTControlCharacters(await written('pretty', REPORT, true))).toBe(await written('pretty'))
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

/** What the schemas of Jenkins (junit-4 to junit-10 of its xUnit plugin) have in common, and nothing else. */
const JENKINS = `
<!ELEMENT testsuites (testsuite*)>
<!ELEMENT testsuite (testcase*)>
<!ATTLIST testsuite name CDATA #REQUIRED tests CDATA #REQUIRED failures CDATA #REQUIRED errors CDATA #REQUIRED
  skipped CDATA #IMPLIED time CDATA #IMPLIED>
<!ELEMENT testcase (skipped?, error?, failure?, system-out?)>
<!ATTLIST testcase name CDATA #REQUIRED classname CDATA #REQUIRED time CDATA #IMPLIED>
<!ELEMENT skipped (#PCDATA)>
<!ELEMENT system-out (#PCDATA)>
<!ELEMENT error (#PCDATA)>
<!ATTLIST error message CDATA #IMPLIED type CDATA #IMPLIED>
<!ELEMENT failure (#PCDATA)>
<!ATTLIST failure message CDATA #IMPLIED type CDATA #IMPLIED>
`

const missing = missingCommands('xmllint')

test.skipIf(missing !== undefined)('junit is valid by the schemas of Jenkins, whatever a provider sends', async () => {
  const folder = temporaryFolder({ 'junit.dtd': JENKINS, 'invalid.xml': '<testsuites><testsuite/></testsuites>' })
  const xmllint = (file: string) =>
    spawnSync('xmllint', ['--noout', '--dtdvalid', join(folder, 'junit.dtd'), join(folder, file)], { encoding: 'utf8' })
  for (const [index, report] of [REPORT, COMPLETE_REPORT, HOSTILE_REPORT].entries()) {
    await writeFile(join(folder, `${index}.xml`), await written('junit', report))
    expect(xmllint(`${index}.xml`)).toMatchObject({ status: 0, stderr: '' })
  }
  expect(xmllint('invalid.xml')).toMatchObject({ status: 3 })
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
  const html = await written('html', recorded)
  expect(html).toContain('<p>Each violation names the recorded requests that show it.</p>')
  expect(html).not.toMatch(/bash|seed/)
})

test.each([
  ['The provider conforms to the contract', { summary: { ...REPORT.summary, failed: 0 }, result: 'pass', checks: [] }],
  ['The run could not be completed', { summary: { ...REPORT.summary, failed: 0 }, result: 'error', checks: [] }],
  ['1 check could not run', { summary: { ...REPORT.summary, failed: 0 }, result: 'fail', checks: [SKIPPED] }],
  [
    'The provider conforms to the contract, except for 1 known violation',
    { summary: { ...REPORT.summary, failed: 0 }, result: 'pass', checks: [{ ...FAILED, result: 'note', known: true }] },
  ],
] as const)('html says %j', async (verdict, part) => {
  expect(await written('html', { ...REPORT, ...part })).toContain(`<h1>${verdict}</h1>`)
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
  const end = { name: 'the run is completed', status: 'failed', suite: ['run'], message: 'Nobody is there.' }
  expect(results.tests).toMatchObject([end])
})

test('a report for the summary of a job goes below what is there', async () => {
  const jobSummaryFile = join(temporaryFolder(), 'summary.md')
  await writeFile(jobSummaryFile, 'Built.\n')
  const stdout = new Output()
  const targets = readReportTargets([`markdown=${jobSummaryFile}`])
  await writeReports(REPORT, targets, { stdout, colors: false, env: { GITHUB_STEP_SUMMARY: jobSummaryFile } })
  expect(await readFile(jobSummaryFile, 'utf8')).toBe(`Built.\n${await written('markdown')}`)
})

// With a regular expression that tries each space anew, this would take minutes.
test('a name of a check with very many spaces is written to markdown on one line', async () => {
  const spaces = ' '.repeat(1_000_000)
  const stdout = new Output()
  const checks = [{ ...FAILED, name: `a${spaces}b \n  \n c` }]
  await writeReports({ ...REPORT, checks }, readReportTargets(['markdown']), { stdout, colors: false, env: {} })
  expect(stdout.text).toContain(`### \`1) openapi: a${spaces}b c\``)
})

test('a report goes to its file, in a folder that is made for it', async () => {
  const file = join(temporaryFolder(), 'reports', 'report=1.json')
  const stdout = new Output()
  const targets = readReportTargets([`json=${file}`])
  await writeReports(REPORT, targets, { stdout, colors: false, env: {} })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(withSections(REPORT))
  expect(stdout.text).toBe('')
})

test.each([['jnit'], ['json='], ['']])('the report %j is refused', (text) => {
  expect(() => readReportTargets([text])).toThrow(expect.objectContaining({ exitCode: 2 }) as Error)
})

test('two reports do not mix on stdout, unless they are for one log', () => {
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
  const lines = (await written('markdown', HOSTILE_REPORT)).split('\n')
  const fence = '````'
  let isFenced = false
  const prose = lines.filter((line) => {
    if (line.startsWith(fence)) isFenced = !isFenced
    return !isFenced
  })
  const text = prose.join('\n').replaceAll(/`[^`\n]*`/g, '')
  expect(isFenced).toBe(false)
  expect(text).not.toMatch(/[`<[$~]|&lt|@\w/)
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

async function written(format: string, report = REPORT, colors = false): Promise<string> {
  const stdout = new Output()
  await writeReports(report, readReportTargets([format]), { stdout, colors, env: {} })
  return stdout.text
}

function withSections(report: VerificationReport) {
  return { ...report, checks: report.checks.map((check) => ({ ...check, section: check.clause })) }
}
