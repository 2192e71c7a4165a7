import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/server/index.js'
import { missingCommands } from '../on-this-machine.js'
import { readmeBlocks } from './readme-blocks.js'

const missing = missingCommands('bash', 'curl')
const shell = readmeBlocks().filter(({ language }) => language === 'sh')

test('the lines for front-end developers get the statuses written beside them', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const block = shell.find(({ code }) => code.includes('curl -i -X DELETE'))?.code ?? ''
  const promised = [...block.matchAll(/# (\d{3})/g)].map(([, status]) => status)
  const output = await paste(block)
  expect(promised).toHaveLength(3)
  expect([...output.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(promised)
})

test('the lines for testers all succeed', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const block = shell.find(({ code }) => code.includes('/orders -d'))?.code ?? ''
  const output = await paste(`curl() { command curl --fail-with-body --silent --show-error "$@"; echo; }\n${block}`)
  const answers = output.trim().split('\n').filter(Boolean)
  expect(answers.map((line) => JSON.parse(line))).toMatchObject([
    { id: 9, status: 'shipped' },
    [{ operation: 'cancelOrder', kind: 'status', status: 503, times: 2 }],
    { scenario: 'sunset-passed' },
    [],
    { scenario: 'sunset-passed' },
    { scenario: 'default' },
  ])
})

test('the line for CI owners finds that the mock conforms', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const block = shell.find(({ code }) => code.includes('orders-mock verify'))?.code ?? ''
  expect(
    await paste(block.replace('npx orders-mock', `${process.execPath} ${process.cwd()}/dist/bin/main.js`)),
  ).toMatch(/^PASS /m)
})

test('the steps for GitHub leave a log, annotations and a summary, and the action is where they look for it', async ({
  skip,
}) => {
  skip(missing !== undefined, missing)
  const [first, second] = readmeBlocks().filter(
    ({ code }) => code.includes('- uses: ') && code.includes('localhost:8080'),
  )
  const workflow = parse(first?.code ?? '') as Workflow
  const [action] = parse(second?.code ?? '') as { uses: string; with: Record<string, string> }[]
  const step = workflow.jobs.contract.steps.find(({ run = '' }) => run.includes('verify'))?.run ?? ''
  const line = step
    .replace('npx orders-mock', `${process.execPath} ${process.cwd()}/dist/bin/main.js`)
    .replace('http://localhost:8080/_states', 'http://127.0.0.1:4010/__mock/provider-states')
    .replace('http://localhost:8080/v1', 'http://127.0.0.1:4010/v1')
  const output = await paste(`GITHUB_STEP_SUMMARY=summary.md; ${line} --checks openapi; cat summary.md`)
  expect(output).toMatch(/^PASS .*^::notice .*^## /ms)
  const installed = action?.uses.replace('./node_modules/orders-mock/', '') ?? ''
  const { inputs } = parse(readFileSync(`${installed}/action.yml`, 'utf8')) as { inputs: object }
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(action?.with ?? {})))
})

interface Workflow {
  readonly jobs: { readonly contract: { readonly steps: readonly { readonly run?: string }[] } }
}

/** Runs the lines in an empty folder, against a mock on a free port. */
async function paste(lines: string): Promise<string> {
  await using server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = lines.replaceAll('http://127.0.0.1:4010', server.origin)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  return stdout
}
