import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { proxyCommand } from '../../src/cli/proxy.js'
import { ToolError } from '../../src/input/index.js'
import { Output } from '../cli/command.js'
import { temporaryFolder } from '../temporary-file.js'
import { providerDuringTest } from '../verify/providers/during-test.js'
import { send, setUp } from '../verify/providers/send.js'

test('a provider without fault leaves exit code 0, a summary and a scenario', async () => {
  const provider = await providerDuringTest()
  const authorization = `Bearer ${provider.apiKey}`
  const file = join(temporaryFolder(), 'recorded.yaml')
  const command = await startCommand([provider.baseUrl, '--port', '0', '--record', file])
  await setUp(provider, 'a pending order')
  await send('GET', `${command.baseUrl}/store/orders`, { authorization })
  await command.stop()
  expect(await command.ended).toBeUndefined()
  expect(command.output()).toContain(`forwards to ${provider.baseUrl}`)
  expect(command.output()).toMatch(/GET +\/v1\/store\/orders +200 /)
  expect(command.output()).toContain(`1 exchange checked: 0 findings.\n  Recorded to ${file}.`)
  expect(command.output()).not.toContain(provider.apiKey)
  expect(parse(await readFile(file, 'utf8'))).toMatchObject({
    orders: [{ id: 101, petId: 11, quantity: 2, status: 'pending' }],
  })
})

test('findings are reported as they come, each once, and --fail-on-finding ends the command with exit code 1', async () => {
  const provider = await providerDuringTest((usual) => ({ refuse: () => usual.json(401, { code: 'no', status: 401 }) }))
  const command = await startCommand([provider.baseUrl, '--port', '0', '--fail-on-finding'])
  await send('GET', `${command.baseUrl}/store/orders`)
  await send('GET', `${command.baseUrl}/store/orders`)
  await expect.poll(() => command.output()).toContain('✗ as before')
  await command.stop()
  expect(command.output().split('The body has no message.')).toHaveLength(2)
  expect(command.output()).toContain('(specification: Resources and their fields)')
  expect(command.output()).toContain('2 exchanges checked: 1 finding.')
  expect(await command.ended).toEqual(
    new ToolError(`${provider.baseUrl} breaks the contract: 1 finding in 2 exchanges.`, 1),
  )
})

test('without --fail-on-finding the command ends with exit code 0, and writes its report', async () => {
  const provider = await providerDuringTest((usual) => ({ cancel: () => ({ ...usual.error(204, 'x'), body: '' }) }))
  const { orderId } = JSON.parse((await setUp(provider, 'a pending order')).body) as { orderId: string }
  const file = join(temporaryFolder(), 'report.json')
  const command = await startCommand([provider.baseUrl, '--port', '0', '--report', `json=${file}`])
  const authorization = `Bearer ${provider.apiKey}`
  for (const _ of [1, 2]) await send('DELETE', `${command.baseUrl}/store/orders/${orderId}`, { authorization })
  await command.stop()
  expect(await command.ended).toBeUndefined()
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    result: string
    checks: { id: string; result: string }[]
  }
  expect(report.result).toBe('fail')
  expect(report.checks.filter(({ result }) => result === 'failed')).toMatchObject([
    { id: `model.cancelled-once.${orderId}`, name: 'an order is cancelled only once' },
  ])
})

test('a provider that is not there is reported at the end', async () => {
  const provider = await providerDuringTest()
  await provider.close()
  const command = await startCommand([provider.baseUrl, '--port', '0'])
  await send('GET', `${command.baseUrl}/store/orders`)
  await command.stop()
  expect(command.output()).toContain('Left out: 1 requests that could not be delivered.')
  expect(await command.ended).toBeUndefined()
})

test('a program reads one line of JSON for each exchange', async () => {
  const provider = await providerDuringTest()
  const command = await startCommand([provider.baseUrl, '--port', '0', '--log', 'json'])
  await send('GET', `${command.baseUrl}/store/orders`)
  await command.stop()
  const [first, second, ...more] = command.output().trim().split('\n')
  expect(JSON.parse(first ?? '')).toEqual({ event: 'listening', baseUrl: command.baseUrl, target: provider.baseUrl })
  expect(JSON.parse(second ?? '')).toMatchObject({
    event: 'exchange',
    operation: 'listOrders',
    status: 401,
    violations: [],
  })
  expect(more).toEqual([])
})

test.each([
  [['not a url'], '"not a url" is not a base URL. Give one such as http://localhost:8080/v1.'],
  [['ftp://x/v1'], '"ftp://x/v1" is not a base URL.'],
  [['http://me:secret@x/v1'], 'A base URL has no query, fragment, user or password. Give http://x/v1.'],
  [['http://x/v1', '--record', '/no/such/folder/a.yaml'], 'Cannot record to /no/such/folder/a.yaml'],
])('%j is refused with exit code 2', async (args, message) => {
  const failure = await run(args).ended
  expect(failure).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
})

/** Runs the command; `ended` gives what it threw. */
function run(args: readonly string[]) {
  const stop = new AbortController()
  const stdout = new Output()
  const terminal = { stdout, stderr: stdout, env: {}, colors: false, stop: stop.signal }
  const ended = proxyCommand(terminal)
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  return {
    ended,
    output: () => stdout.text,
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

/** Runs the command, and waits until it listens. */
async function startCommand(args: readonly string[]) {
  const running = run(args)
  await expect.poll(running.output).toMatch(/http:\S+\/v1/)
  return { ...running, baseUrl: /http:[^\s"]+\/v1/.exec(running.output())?.[0] ?? '' }
}
