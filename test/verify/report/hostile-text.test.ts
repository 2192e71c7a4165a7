import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { readReportTargets, type VerificationReport, writeReports } from '../../../src/verify/index.js'

// What a provider sends stands in messages, bodies and notes of every report.

const HOSTILE = [
  '::error::x',
  '  ::set-output name=a::b',
  'x ##[error]y ##vso[task.setvariable]z',
  '\u001B[2K\u009B2Kx\u0085y\rz',
  'a\u202Eb\u2066c\u200Bd\u2028::stop-commands::e\u{E0001}f',
  '```\n<img src=x onerror=alert(1)> &lt;b> [a](javascript:x) ![b](http://evil) @team $x$ ~~y~~',
].join('\n')

const REPORT: VerificationReport = {
  version: 1,
  provider: 'http://shop/v1',
  result: 'fail',
  seed: 42,
  hints: [HOSTILE],
  summary: { passed: 0, failed: 1, skipped: 1, errors: 0, notes: 0 },
  coverage: [],
  checks: [
    {
      id: 'openapi.a',
      kind: 'openapi',
      name: 'a',
      clause: 'Order',
      result: 'failed',
      message: HOSTILE,
      expected: HOSTILE,
      actual: HOSTILE,
      steps: [HOSTILE, HOSTILE],
      durationMs: 1,
    },
    { id: 'model.b', kind: 'model', name: 'b', clause: 'Order', result: 'skipped', message: HOSTILE, durationMs: 1 },
  ],
  notes: [],
  durationMs: 1,
  error: { message: HOSTILE, exitCode: 3 },
}

const STEERING = /[^\P{Control}\n]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each(['pretty', 'json', 'junit', 'github', 'markdown'])(
  'what a provider sent can steer neither a terminal nor a CI log: %s',
  async (format) => {
    const text = await written(format)
    expect(text).not.toMatch(STEERING)
    expect(text).not.toMatch(/##\w*\[/)
    const commands = text.split('\n').filter((line) => line.trimStart().startsWith('::'))
    expect(commands.every((line) => format === 'github' && /^::(?:error|warning) title=/.test(line))).toBe(true)
  },
)

test('json keeps what was sent', async () => {
  expect(JSON.parse(await written('json'))).toEqual(REPORT)
})

test('markdown has no markup of a provider', async () => {
  const lines = (await written('markdown')).split('\n')
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

async function written(format: string): Promise<string> {
  let text = ''
  const stdout = new Writable({ write: (chunk: Buffer, _, done) => ((text += chunk.toString()), done()) })
  await writeReports(REPORT, readReportTargets([format]), { stdout, colors: false, env: {} })
  return text
}
