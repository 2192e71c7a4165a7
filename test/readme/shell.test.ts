import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/index.js'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFolder } from '../temporary-file.js'
import { readmeBlocks } from './readme-blocks.js'

const missing = missingCommands('bash', 'curl')

test.for(['README.md', 'contracts/testers.md'])(
  'the lines of %s, pasted one after the other, show what it says',
  async (page, { skip }) => {
    skip(missing !== undefined, missing)
    const lines = readmeBlocks(page).flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []))
    const promised = lines.flatMap((line) => PROMISE.exec(line)?.[1] ?? [])
    expect(promised.length).toBeGreaterThan(0)
    const output = await paste(lines.map((line) => (PROMISE.test(line) ? 'printf "\\f"' : line)).join('\n'))
    const shown = output.split('\f').slice(0, -1)
    expect(shown.map((text, at) => (isShownIn(text, promised[at] ?? '') ? promised[at] : text))).toEqual(promised)
  },
)

// What the line before prints; an ellipsis stands for anything.
const PROMISE = /^# => (.*)$/

function isShownIn(text: string, promise: string): boolean {
  return promise.split('…').every((part) => text.includes(part))
}

test('the steps for GitHub leave a log, annotations and a summary, and the action is where they look for it', async ({
  skip,
}) => {
  skip(missing !== undefined, missing)
  const [first, second] = readmeBlocks('contracts/verify.md').filter(
    ({ code }) => code.includes('- uses: ') && code.includes('localhost:8080'),
  )
  const workflow = parse(first?.code ?? '') as Workflow
  const [action] = parse(second?.code ?? '') as { uses: string; with: Record<string, string> }[]
  const step = workflow.jobs.contract.steps.find(({ run = '' }) => run.includes('verify'))?.run ?? ''
  const output = await paste(`GITHUB_STEP_SUMMARY=summary.md; ${step} --checks openapi; cat summary.md`)
  expect(output).toMatch(/^PASS .*^::notice .*^## /ms)
  const installed = action?.uses.replace('./node_modules/orders-mock/', '') ?? ''
  const { inputs } = parse(readFileSync(`${installed}/action.yml`, 'utf8')) as { inputs: object }
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(action?.with ?? {})))
})

interface Workflow {
  readonly jobs: { readonly contract: { readonly steps: readonly { readonly run?: string }[] } }
}

/** Runs the lines in an empty folder, against a mock on a free port, where the package is installed. */
async function paste(lines: string): Promise<string> {
  await using server = await startServer()
  const command = `${process.execPath} ${process.cwd()}/dist/bin/main.js`
  const script = [
    'npm() { :; }',
    `npx() { shift; ${command} "$@"; }`,
    'curl() { command curl --silent --show-error "$@"; }',
    lines
      .replaceAll('http://127.0.0.1:4010', server.origin)
      .replaceAll('http://localhost:8080/_states', `${server.origin}/__mock/provider-states`)
      .replaceAll('http://localhost:8080/v1', server.baseUrl),
  ].join('\n')
  // Fewer sequences than the command plays by itself.
  const options = { cwd: temporaryFolder(), env: { ...process.env, ORDERS_MOCK_RUNS: '1' } }
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
  return stdout
}
