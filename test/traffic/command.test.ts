import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { serveHere } from '../cli/command.js'
import { temporaryFolder } from '../temporary-file.js'
import { providerDuringTest } from '../verify/providers/during-test.js'
import { send, setUp } from '../verify/providers/send.js'
import type { Deviation } from '../verify/providers/small-provider.js'

const withoutMessage: Deviation = (usual) => ({ refuse: () => usual.json(401, { code: 'no', status: 401 }) })

test('a provider without fault leaves exit code 0, a summary and a scenario', async () => {
  const provider = await providerDuringTest()
  const authorization = `Bearer ${provider.apiKey}`
  const file = join(temporaryFolder(), 'recorded.yaml')
  await using proxy = await serveHere(['proxy', provider.baseUrl, '--record', file])
  await setUp(provider, 'a pending order')
  await send('GET', `${proxy.baseUrl}/store/orders`, { authorization })
  const { code, stdout } = await proxy.end()
  expect(code).toBe(0)
  expect(stdout).toContain(`forwards to ${provider.baseUrl}`)
  expect(stdout).toMatch(/GET +\/v1\/store\/orders +200 /)
  expect(stdout).toContain(`1 exchange checked: 0 findings.\n  Recorded to ${file}.`)
  expect(stdout).not.toContain(provider.apiKey)
  expect(parse(await readFile(file, 'utf8'))).toMatchObject({
    orders: [{ id: 101, petId: 11, quantity: 2, status: 'pending' }],
  })
})

test('findings are reported as they come, each once, and --fail-on-finding ends the command with exit code 1', async () => {
  const provider = await providerDuringTest(withoutMessage)
  await using proxy = await serveHere(['proxy', provider.baseUrl, '--fail-on-finding'])
  await send('GET', `${proxy.baseUrl}/store/orders`)
  await send('GET', `${proxy.baseUrl}/store/orders`)
  await proxy.printed(/✗ seen before/)
  const { code, stdout, stderr } = await proxy.end()
  expect(stdout.split('The body has no message.')).toHaveLength(2)
  expect(stdout).toContain('(specification: Resources and their fields)')
  expect(stdout).toContain('2 exchanges checked: 1 finding.')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `orders-mock: ${provider.baseUrl} violates the contract: 1 finding in 2 exchanges.\n`,
  })
})

test('of the findings of one response, five are shown and the others counted', async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }))
  let lists = 0
  const provider = await providerDuringTest((usual) => ({ listOrders: () => usual.json(200, lists++ % 2 ? [] : ids) }))
  await using proxy = await serveHere(['proxy', provider.baseUrl])
  const authorization = `Bearer ${provider.apiKey}`
  for (let count = 0; count < 3; count += 1) await send('GET', `${proxy.baseUrl}/store/orders`, { authorization })
  const { stdout } = await proxy.end()
  expect([stdout.split('  ✗ ').length - 1, /^ {2}and .*$/m.exec(stdout)?.[0]]).toEqual([5, '  and 2 more'])
})

test('without --fail-on-finding the command ends with exit code 0, and writes its report', async () => {
  const provider = await providerDuringTest(withoutMessage)
  const file = join(temporaryFolder(), 'report.json')
  await using proxy = await serveHere(['proxy', provider.baseUrl, '--report', `json=${file}`])
  await send('GET', `${proxy.baseUrl}/store/orders`)
  expect(await proxy.end()).toMatchObject({ code: 0 })
  const failed = expect.objectContaining({ id: 'openapi.listOrders.schema', result: 'failed' }) as object
  const checks = expect.arrayContaining([failed]) as object[]
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ result: 'fail', checks })
})

test('a program reads one line of JSON for each exchange', async () => {
  const provider = await providerDuringTest()
  await using proxy = await serveHere(['proxy', provider.baseUrl, '--log', 'json'])
  await send('GET', `${proxy.baseUrl}/store/orders`)
  const { stdout } = await proxy.end()
  const [first, second, ...more] = stdout.trim().split('\n')
  expect(JSON.parse(first ?? '')).toEqual({ event: 'listening', baseUrl: proxy.baseUrl, target: provider.baseUrl })
  const exchange = { event: 'exchange', operation: 'listOrders', status: 401, violations: [] }
  expect(JSON.parse(second ?? '')).toMatchObject(exchange)
  expect(more).toEqual([])
})

test('a recording replaces an earlier one and no other file; without traffic nothing is written', async () => {
  const folder = temporaryFolder({ 'shop.yaml': 'title: Mine\n' })
  const shop = join(folder, 'shop.yaml')
  const provider = await providerDuringTest()
  const file = join(folder, 'recorded.yaml')
  const recordOnce = async (visit: (baseUrl: string) => Promise<unknown>, record = file) => {
    await using proxy = await serveHere(['proxy', provider.baseUrl, '--record', record])
    await visit(proxy.baseUrl)
    return proxy.end()
  }
  const list = (baseUrl: string) =>
    send('GET', `${baseUrl}/store/orders`, { authorization: `Bearer ${provider.apiKey}` })
  const refused = await recordOnce(list, shop)
  expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the file that is there is not a recorded scenario. Delete it, or use') as string,
  })
  expect(await readFile(shop, 'utf8')).toBe('title: Mine\n')
  await recordOnce(list)
  await setUp(provider, 'a pending order')
  await recordOnce(list)
  const recorded = await readFile(file, 'utf8')
  expect(parse(recorded)).toMatchObject({ orders: [{ id: 101 }] })
  expect((await recordOnce(async () => {})).stdout).toContain(
    'Nothing was recorded, because no response showed an order or a pet.',
  )
  expect(await readFile(file, 'utf8')).toBe(recorded)
})

test('a recording that cannot be written at the end costs neither the report nor the findings', async () => {
  const provider = await providerDuringTest(withoutMessage)
  const folder = temporaryFolder()
  const [file, report] = [join(folder, 'recorded.yaml'), join(folder, 'report.json')]
  const args = ['proxy', provider.baseUrl, '--record', file, '--report', `json=${report}`, '--fail-on-finding']
  mkdirSync(file)
  await using proxy = await serveHere(args)
  await send('GET', `${proxy.baseUrl}/store/orders`, { authorization: 'Bearer no' })
  await send('GET', `${proxy.baseUrl}/store/orders`, { authorization: `Bearer ${provider.apiKey}` })
  const { code, stderr } = await proxy.end()
  expect(code).toBe(1)
  const problem = `Cannot write the recording ${file}: it is a folder.`
  expect(stderr.split('\n')).toEqual([
    `orders-mock: ${problem} The traffic is checked all the same.`,
    `orders-mock: ${provider.baseUrl} violates the contract: 1 finding in 2 exchanges.`,
    problem,
    '',
  ])
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ result: 'fail' })
})
