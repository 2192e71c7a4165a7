import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { PactDocument } from '../../src/core/index.js'
import { startCommand, startServing } from '../cli/command.js'
import { installTools } from '../npm-project.js'
import { missingCommands } from '../on-this-machine.js'
import { exampleFolder, fileNamed, makeProject, readmeBlocks } from './readme-blocks.js'

// contracts/consumers.md, followed step by step in an empty folder.

const run = promisify(execFile)
const missing = missingCommands('bash')
const blocks = readmeBlocks('contracts/consumers.md')

const USED = {
  consumer: { name: 'storefront' },
  interactions: [
    { description: 'a request to cancel a pending order', providerStates: [{ name: 'a pending order' }] },
    { description: 'a request to cancel a shipped order', providerStates: [{ name: 'a shipped order' }] },
  ],
}

test('the tests with Vitest write the pact of what they used', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const folder = exampleFolder(blocks, ['test/setup.ts', 'test/orders.test.ts', 'vitest.config.ts'])
  makeProject(folder, { type: 'module' }, ['vitest'])
  writeFileSync(
    join(folder, 'test/other.test.ts'),
    fileNamed(blocks, 'test/orders.test.ts').split("test('an order")[0] ?? '',
  )
  const line = blocks.find(({ code }) => code.startsWith('rm -f pacts/'))?.code ?? ''
  // What the same page puts beside it stays.
  mkdirSync(join(folder, 'pacts'))
  writeFileSync(join(folder, 'pacts/back-office.json'), fileNamed(blocks, 'pacts/back-office.json'))
  // The pact of a run before is replaced.
  writeFileSync(join(folder, 'pacts/storefront.json'), JSON.stringify({ consumer: USED.consumer, interactions: [] }))
  await run('bash', ['--norc', '-euc', line], { cwd: folder })
  expect(readPact(folder)).toMatchObject(USED)
  expect(existsSync(join(folder, 'pacts/back-office.json'))).toBe(true)
})

test('the tests with Jest write the pact of what they used', async () => {
  const folder = exampleFolder(blocks, [
    'jest.config.json',
    'test/start-mock.mjs',
    'test/stop-mock.mjs',
    'test/orders.test.js',
  ])
  // Of CommonJS modules.
  makeProject(folder, {})
  await run(process.execPath, [join(await installTools('jest@29.7.0'), 'jest/bin/jest.js'), '--ci'], { cwd: folder })
  expect(readPact(folder)).toMatchObject(USED)
})

test('the command writes the pact of what was used', async () => {
  const folder = exampleFolder()
  const [line = ''] = blocks.find(({ code }) => code.includes('--record-pact'))?.code.split('\n') ?? []
  const [, , ...args] = line.split(' ')
  await using mock = await startServing(args.map((word) => word.replace('pacts/', `${folder}/pacts/`)))
  for (const id of [1, 2]) {
    const headers = { authorization: 'Bearer test-key' }
    await fetch(`${mock.baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })
  }
  mock.child.kill('SIGINT')
  await mock.ended
  expect(readPact(folder)).toMatchObject(USED)
})

test('a pact with a state of its own holds for the mock', async () => {
  const folder = exampleFolder(blocks, ['scenarios/two-on-their-way.yaml', 'pacts/back-office.json'])
  const [start = '', verify = ''] =
    blocks.find(({ code }) => code.includes('--fixtures scenarios'))?.code.split('\n') ?? []
  const below = (word: string): string => word.replace(/^(?=pacts\/|scenarios$)/, `${folder}/`)
  const [, , , , ...serveArgs] = start.replace(' &', '').split(' ').map(below)
  await using mock = await startServing(serveArgs)
  const args = verify.replaceAll('http://127.0.0.1:4010', mock.origin).split(' ').slice(2).map(below)
  await using verifying = startCommand([...args, '--checks', 'pact', '--report', 'json', '--require-all-states'])
  const { code, stdout } = await verifying.ended
  const { checks } = JSON.parse(stdout) as { checks: { name: string; result: string }[] }
  expect(checks.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(code).toBe(0)
  expect(checks.map(({ name }) => name)).toContain('back-office: a request for the orders on their way returns 200')
})

function readPact(folder: string): PactDocument {
  return JSON.parse(readFileSync(join(folder, 'pacts/storefront.json'), 'utf8')) as PactDocument
}
