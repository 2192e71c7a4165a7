import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-file.js'
import { callApi, runCommand, serveHere, startCommand, startServing } from './command.js'

const isRoot = process.getuid?.() === 0
/** Root may write anything unless it does without that power; it stays root, because a checkout may be closed to others. */
const boundByFileModes = isRoot ? ['/usr/bin/setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const canBeBound = !isRoot || existsSync('/usr/bin/setpriv')

test('the first line says where the sandboxes are kept, and that the folder takes precedence over --scenario', async () => {
  const data = join(temporaryFolder(), 'data')
  await using first = await serveHere(['--log', 'json', '--data', data, '--scenario', 'shipped'])
  expect(firstLine(first)).toMatchObject({ scenario: 'shipped', data: { folder: data, restored: false } })
  expect(await first.end()).toMatchObject({ code: 0, stderr: '' })
  await using second = await serveHere(['--log', 'json', '--scenario', 'empty'], { ORDERS_MOCK_DATA: data })
  expect(firstLine(second)).toMatchObject({ scenario: 'shipped', data: { folder: data, restored: true } })
  expect(await second.end()).toMatchObject({ code: 0, stderr: '' })
  await using third = await serveHere(['--data', data])
  await third.printed(/Ctrl\+C/)
  expect(third.stdout()).toContain(`Data       ${data}  restored; --scenario is ignored`)
})

test('--watch reads changed files again, and nothing that files and their names say steers a terminal or a CI job', async () => {
  const hostile = '\u001b]0;x\u0007\u001b[2J\u202e\n::error::INJECTED\n##[error]x'
  const data = temporaryFolder()
  await using first = await serveHere(['--data', data])
  await first.end()
  writeFileSync(join(data, 'a.json'), JSON.stringify({ name: hostile }))
  writeFileSync(join(data, 'b.json'), `${hostile} nonsense`)
  const fixtures = temporaryFolder({ 'shop.yaml': 'orders: []' })
  const shop = join(fixtures, 'shop.yaml')
  const args = ['--log', 'json', '--data', data, '--fixtures', fixtures]
  await using second = await serveHere(args, { ORDERS_MOCK_WATCH: '1' })
  const list = async () => await (await callApi(second, 'GET /store/orders', 'test-key~shop')).json()
  writeFileSync(shop, 'orders: [{ id: 1 }]')
  await second.printed(/\{"event":"scenario","scenario":"shop","change":"loaded"\}\n/)
  expect(await list()).toEqual([{ id: 1 }])
  writeFileSync(shop, 'orders: [{ id: x }]')
  await expect.poll(() => second.stderr()).toContain(`${shop}:1:16 orders[0].id: `)
  expect(await list()).toEqual([{ id: 1 }])
  writeFileSync(join(fixtures, 'evil.yaml'), JSON.stringify({ orders: [], [hostile]: 1 }))
  writeFileSync(join(fixtures, `n${hostile}.yaml`), 'orders: 5\n')
  await expect.poll(() => second.stderr()).toMatch(/evil\.yaml[^]*yaml/)
  const { stderr } = await second.end()
  expect(stderr.match(/INJECTED/g)?.length).toBeGreaterThan(1)
  expect(stderr.split('\n').filter((line) => /[\p{Control}\p{Format}]|^\s*::|##\w*\[/u.test(line))).toEqual([])
})

test('nobody needs to read what the mock says on stderr', async () => {
  const fixtures = temporaryFolder({ 'shop.yaml': 'orders: []' })
  await using server = await startServing(['--fixtures', fixtures, '--watch', '--log', 'json'])
  server.child.stderr?.destroy()
  writeFileSync(join(fixtures, 'shop.yaml'), 'orders: 5')
  writeFileSync(join(fixtures, 'another.yaml'), 'orders: []')
  await expect.poll(() => server.stdout()).toContain('"another"')
  expect(await server.end()).toMatchObject({ code: 0 })
})

test('a server that is suspended for so long that it seems dead gives way: 500 for changes, and it ends well', async () => {
  const data = join(temporaryFolder(), 'data')
  await using first = await startServing(['--data', data])
  first.child.kill('SIGSTOP')
  await using second = await startServing(['--data', data])
  first.child.kill('SIGCONT')
  const refused = await callApi(first, 'DELETE /store/orders/1')
  expect([refused.status, await refused.json()]).toMatchObject([500, { code: 'change_not_kept' }])
  expect((await callApi(first, 'GET /store/orders')).status).toBe(200)
  expect((await callApi(second, 'DELETE /store/orders/1')).status).toBe(204)
  const { code, stderr } = await first.end()
  expect(code).toBe(0)
  expect(stderr).toMatch(/^orders-mock: The data folder \S+ cannot be written: another server has taken it over; .+\n$/)
  expect((await runCommand(['--port', '0', '--data', data])).code).toBe(2)
})

test.skipIf(!canBeBound)(
  'a read-only folder is one message and exit code 2; one that becomes read-only does not keep a server from ending well',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(folder)
    chmodSync(folder, 0o555)
    await using refused = startCommand(['--port', '0', '--data', folder], {}, boundByFileModes)
    const message = `orders-mock: Cannot use the data folder ${folder}: permission denied.\n`
    expect(await refused.ended).toEqual({ code: 2, stdout: '', stderr: message })
    expect(readdirSync(folder)).toEqual([])
    chmodSync(folder, 0o755)
    await using server = await startServing(['--data', folder], {}, boundByFileModes)
    chmodSync(folder, 0o555)
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' })
    // So that it can be deleted.
    chmodSync(folder, 0o755)
  },
)

test('a pipe that nobody writes to is rejected where a file is expected', async () => {
  const pipe = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const option of ['--openapi', '--record-pact', '--data', '--fixtures']) {
    const consumer = option === '--record-pact' ? ['--consumer', 'shop'] : []
    const { code, stderr } = await runCommand(['--port', '0', option, pipe, ...consumer])
    expect([option, code, stderr]).toEqual([option, 2, expect.stringContaining(pipe)])
    expect(stderr).not.toContain('..')
  }
})

/** What `--log json` says first. */
function firstLine({ stdout }: { stdout: () => string }): unknown {
  return JSON.parse(stdout().split('\n')[0] ?? '')
}
