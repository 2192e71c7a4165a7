import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
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
    await paste(block.replace('npx orders-mock', `${process.execPath} ${process.cwd()}/dist/cli/main.js`)),
  ).toMatch(/^PASS /m)
})

/** Runs the lines in an empty folder, against a mock on a free port. */
async function paste(lines: string): Promise<string> {
  await using server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'orders-mock-readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = lines.replaceAll('http://127.0.0.1:4010', server.origin)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  return stdout
}
