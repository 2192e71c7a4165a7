import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/index.js'
import { runCommand, watch } from '../cli/command.js'
import { missingCommands } from '../on-this-machine.js'
import { makeProject } from '../readme/readme-blocks.js'
import { temporaryFolder } from '../temporary-file.js'

// The composite action, run as the runner of GitHub Actions runs it: inputs reach a step by its `env`, and bash its `run`.

const lacksBash = missingCommands('bash') !== undefined

interface Step {
  readonly run: string
  readonly env: Readonly<Record<string, string>>
  readonly 'working-directory': string
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly [Step] }
}

const action = parse(readFileSync('.github/actions/verify/action.yml', 'utf8')) as Action

test.skipIf(lacksBash)(
  'a provider that conforms passes, with a log, a summary, annotations and a JUnit file',
  async () => {
    await using server = await startServer()
    const { code, stdout, summary, junit } = await run({
      'base-url': server.baseUrl,
      key: server.apiKey,
      states: `${server.origin}/__mock/provider-states`,
      checks: 'pact',
      pact: 'node_modules/orders-mock/contracts/pacts\n',
      'require-all-states': 'true',
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^PASS .*^::notice /ms) })
    expect(stdout).not.toContain('::error')
    expect(summary).toMatch(/^## .*pass/im)
    expect(junit).toContain('<testsuite name="orders-mock verify"')
  },
)

test.skipIf(lacksBash)(
  'a provider that does not conform fails the step, and each failure is an annotation',
  async () => {
    await using server = await startServer({ scenario: { faults: [{ kind: 'status', status: 500 }] } })
    const further = join(temporaryFolder(), 'report with a space.json')
    const { code, stdout, summary, junit } = await run({
      'base-url': server.baseUrl,
      checks: 'openapi',
      header: "X-Team: it's ours\nX-Other: $HOME `id`\n",
      report: `json=${further}`,
    })
    const log = /^FAIL, \d+ checks skipped .*^::error title=Store Orders.*^::error title=1\) openapi/ms
    expect([code, stdout]).toEqual([1, expect.stringMatching(log)])
    expect(summary).toContain('fail')
    expect(junit).toContain('<failure')
    expect(JSON.parse(readFileSync(further, 'utf8'))).toMatchObject({ result: 'fail' })
  },
)

test.skipIf(lacksBash)('wrong usage ends with the message of the command', async () => {
  const { code, stderr } = await run({ 'base-url': 'http://127.0.0.1:1/v1', checks: 'pakt' })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('orders-mock: ') })
})

test('its inputs are the options of the command', async () => {
  const { stdout } = await runCommand(['verify', '--help'])
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?--(?<name>[\w-]+)/gm)].map(({ groups }) =>
    // An input cannot be negative: `default-pact: false` is `--no-default-pact`.
    (groups?.['name'] ?? '').replace(/^no-/, ''),
  )
  const own = ['base-url', 'junit', 'working-directory']
  expect([...Object.keys(action.inputs), 'help'].toSorted()).toEqual([...options, ...own].toSorted())
})

async function run(inputs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  makeProject(folder, {})
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const given = { junit: join(folder, 'junit.xml'), 'working-directory': folder, ...inputs }
  expect(action.runs).toMatchObject({ using: 'composite', steps: [{ shell: 'bash' }] })
  const [step] = action.runs.steps
  const script = join(folder, 'step.sh')
  writeFileSync(script, step.run)
  const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, substitute(value, given)]))
  const { ended } = watch(
    spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: substitute(step['working-directory'], given),
      env: { PATH: process.env['PATH'], HOME: folder, ...files, ...env },
    }),
  )
  const result = await ended
  expect(readFileSync(files.GITHUB_OUTPUT, 'utf8')).toBe(`junit=${given.junit}\n`)
  const summary = readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')
  return { ...result, summary, junit: existsSync(given.junit) ? readFileSync(given.junit, 'utf8') : '' }
}

/** Puts inputs into the expressions of a value. An input that is not given is its default, or else empty. */
function substitute(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{\{ *inputs\.([\w-]+) *\}\}/g, (_, name: string) => {
    const input = action.inputs[name]
    if (input === undefined) throw new Error(`There is no input ${name}.`)
    return given[name] ?? input.default ?? ''
  })
}
