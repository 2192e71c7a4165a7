import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Command, CommanderError } from 'commander'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { verifyCommand } from '../../src/cli/verify.js'
import { ToolError } from '../../src/input/index.js'
import type { VerificationReport } from '../../src/verify/index.js'
import type { RunningProvider } from './providers/running-provider.js'
import { startSmallProvider } from './providers/small-provider.js'

let provider: RunningProvider
let broken: RunningProvider

beforeAll(async () => {
  provider = await startSmallProvider()
  broken = await startSmallProvider((usual) => ({ listOrders: () => usual.json(206, []) }))
})

afterAll(() => Promise.all([provider.close(), broken.close()]))

test('a provider that conforms ends with 0 and the pretty report', async () => {
  const { code, stdout, stderr } = await verify(provider, ['--checks', 'openapi', '--require-all-states'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/✓ listOrders: answers with the documented statuses only/)
  expect(stdout).toMatch(/^PASS {2}http:.*: \d+ passed, 0 failed, 0 skipped in [\d.]+ s, seed \d+$/m)
})

test('a provider that does not ends with 1 and a last word on stderr', async () => {
  const { code, stdout, stderr } = await verify(broken, ['--checks', 'openapi'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAIL /m)
  expect(stderr).toMatch(/^http:.* breaks the contract: \d+ of \d+ checks failed\.$/)
})

test('nothing but JSON is on stdout if JSON is asked for', async () => {
  const { stdout } = await verify(provider, ['--checks', 'openapi', '--seed', '-3', '--report', 'json'])
  expect(JSON.parse(stdout) as VerificationReport).toMatchObject({
    provider: provider.baseUrl,
    result: 'pass',
    seed: -3,
  })
})

test('the options come from the environment as well', async () => {
  process.env['ORDERS_MOCK_CHECKS'] = 'openapi'
  process.env['ORDERS_MOCK_REPORT'] = 'json'
  try {
    const { stdout } = await verify(provider, [])
    expect(new Set((JSON.parse(stdout) as VerificationReport).checks.map(({ kind }) => kind))).toEqual(
      new Set(['openapi']),
    )
  } finally {
    delete process.env['ORDERS_MOCK_CHECKS']
    delete process.env['ORDERS_MOCK_REPORT']
  }
})

test.each([
  ['--checks', 'pakt'],
  ['--runs', 'many'],
  ['--runs', '0'],
  ['--min-runs', '101'],
  ['--min-runs', 'some'],
  ['--timeout', 'soon'],
  ['--states-timeout', 'soon'],
  ['--wait-for', 'long'],
  ['--header', 'no colon'],
  ['--states-header', 'no colon'],
  ['--report', 'xml'],
  ['--states', 'states.txt'],
  ['--pact', '/nowhere.json'],
])('%s %s ends with 2', async (...flags) => {
  expect(await verify(provider, flags)).toMatchObject({ code: 2, stdout: '' })
})

test('--states-header lets the tester in', async () => {
  const guarded = await startSmallProvider((usual) => ({
    sendValues: (response, values) =>
      response.req.headers['x-tester'] === 'yes'
        ? usual.sendValues(response, values)
        : usual.send(response, usual.error(403, 'no')),
  }))
  try {
    const flags = ['--checks', 'openapi']
    expect(await verify(guarded, flags)).toMatchObject({ code: 3 })
    expect(await verify(guarded, [...flags, '--states-header', 'X-Tester: yes'])).toMatchObject({ code: 0 })
  } finally {
    await guarded.close()
  }
})

test('a breach that was found before a state was lost ends with 1, and says both', async () => {
  let states = 0
  const losing = await startSmallProvider((usual) => ({
    listOrders: () => usual.json(206, []),
    sendValues: (response, values) =>
      ++states > 60 ? usual.send(response, usual.error(500, 'lost')) : usual.sendValues(response, values),
  }))
  try {
    const { code, stderr } = await verify(losing, ['--checks', 'pact,model'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/breaks the contract: .*Cannot (?:set up|tear down) the state/)
  } finally {
    await losing.close()
  }
})

test('what answers 403 to everything is no provider: exit code 3', async () => {
  const gateway = await startSmallProvider((usual) => ({ answer: () => usual.error(403, 'blocked') }))
  try {
    const { code, stderr } = await verify(gateway, ['--checks', 'openapi'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/answered with 403/) as string })
  } finally {
    await gateway.close()
  }
})

test('--wait-for waits until the provider itself answers', async () => {
  let isStarting = true
  const starting = await startSmallProvider((usual) => ({
    answer: (call) => (isStarting ? usual.error(503, 'starting') : usual.answer(call)),
  }))
  try {
    expect(await verify(starting, ['--checks', 'openapi'])).toMatchObject({ code: 3 })
    setTimeout(() => (isStarting = false), 500)
    expect(await verify(starting, ['--checks', 'openapi', '--wait-for', '20s'])).toMatchObject({ code: 0 })
  } finally {
    await starting.close()
  }
})

test('a state in a map that is spelt wrong is warned of, with the right name', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'states-')), 'states.json')
  await writeFile(path, '{"a pendign order": {"orderId": 7}}')
  const { stdout } = await verify(provider, ['--checks', 'openapi', '--states', path])
  expect(stdout).toContain('"a pendign order", which is not a state of the contract. Did you mean a pending order?')
})

test('a provider that is not there ends with 3', async () => {
  const { code, stderr } = await verify({ ...provider, baseUrl: 'http://127.0.0.1:1/v1' }, ['--checks', 'openapi'])
  expect(code).toBe(3)
  expect(stderr).toContain('Cannot reach http://127.0.0.1:1')
})

async function verify({ baseUrl, statesUrl, apiKey }: RunningProvider, flags: readonly string[]) {
  const [stdout, stderr] = [new Sink(), new Sink()]
  const command = verifyCommand({ stdout, stderr, env: {}, colors: false, stop: new AbortController().signal })
  const program = new Command().addCommand(command)
  for (const each of [program, command]) each.exitOverride().configureOutput({ writeErr: () => {} })
  const states = flags.includes('--states') ? [] : ['--states', statesUrl]
  try {
    await program.parseAsync(['verify', baseUrl, '--key', apiKey, ...states, ...flags], { from: 'user' })
    return { code: 0, stdout: stdout.text, stderr: stderr.text }
  } catch (error) {
    if (error instanceof CommanderError) return { code: 2, stdout: stdout.text, stderr: error.message }
    if (!(error instanceof ToolError)) throw error
    return { code: error.exitCode, stdout: stdout.text, stderr: error.message }
  }
}

class Sink extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
