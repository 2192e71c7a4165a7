import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../server/persistence/temporary-folder.js'
import { ServeProcess } from './serve-process.js'

const hasPrlimit = existsSync('/usr/bin/prlimit')
const isRoot = process.getuid?.() === 0
/** Root may write anything unless it does without that power; it stays root, because a checkout may be closed to others. */
const boundByFileModes = isRoot ? ['/usr/bin/setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const canBeBound = !isRoot || existsSync('/usr/bin/setpriv')

test('the first line says where the sandboxes are kept, and that the folder goes before --scenario', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = new ServeProcess(['--log', 'json', '--data', data, '--scenario', 'shipped'])
  expect(await first.listening()).toMatchObject({ scenario: 'shipped', data: { folder: data, restored: false } })
  expect(await first.end('SIGTERM')).toBe(0)
  const second = new ServeProcess(['--log', 'json', '--scenario', 'empty'], { env: { ORDERS_MOCK_DATA: data } })
  expect(await second.listening()).toMatchObject({ scenario: 'shipped', data: { folder: data, restored: true } })
  expect(await second.end('SIGTERM')).toBe(0)
  const third = new ServeProcess(['--data', data])
  await vi.waitFor(() => expect(third.stdout).toContain('Ctrl+C'), 8000)
  expect(third.stdout).toContain(`Data       ${data}  restored, so --scenario does not apply`)
  expect([first, second, third].map(({ stderr }) => stderr)).toEqual(['', '', ''])
})

test('a second server on the same folder ends with exit code 2; after kill -9 of the first there is room', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = new ServeProcess(['--log', 'json', '--data', data])
  await first.listening()
  const second = new ServeProcess(['--log', 'json', '--data', data])
  expect(await second.exitCode()).toBe(2)
  expect(second.stderr).toBe(
    `orders-mock: Cannot use the data folder ${data}: another server uses it. Stop that one, or give each server a folder of its own.\n`,
  )
  await first.end('SIGKILL')
  const third = new ServeProcess(['--log', 'json', '--data', data])
  expect(await third.listening()).toMatchObject({ data: { restored: true } })
  expect(third.stderr).toBe(`orders-mock: The last server that used the data folder ${data} was killed.\n`)
})

test('a server that is suspended for so long that it seems dead gives way: 500 for changes, and it ends well', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = new ServeProcess(['--log', 'json', '--data', data])
  const { baseUrl } = await first.listening()
  first.child.kill('SIGSTOP')
  const second = new ServeProcess(['--log', 'json', '--data', data])
  const { controlUrl } = await second.listening()
  first.child.kill('SIGCONT')
  const headers = { authorization: 'Bearer test-key' }
  const refused = await fetch(`${baseUrl}/store/orders/1`, { method: 'DELETE', headers })
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 500,
    body: { code: 'change_not_kept' },
  })
  expect((await fetch(`${baseUrl}/store/orders`, { headers })).status).toBe(200)
  const shipped = await fetch(`${controlUrl}/sandboxes/main/orders/1/ship`, { method: 'POST' })
  expect(shipped.status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(first.stderr).toMatch(
    /^orders-mock: The data folder \S+ cannot be written: another server has taken it over; .+\n$/,
  )
  const third = new ServeProcess(['--log', 'json', '--data', data])
  expect(await third.exitCode()).toBe(2)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a damaged file is one message on stderr; the server starts', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'orders-mock-data'), '{"format":1}')
  writeFileSync(join(folder, 'main.json'), 'something else')
  const server = new ServeProcess(['--log', 'json', '--data', folder])
  expect(await server.listening()).toMatchObject({ scenario: 'default', data: { restored: false } })
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.stderr).toMatch(/^orders-mock: The file \S+main\.json is damaged: .+\n$/)
  const aside = readdirSync(folder).find((name) => name.startsWith('main.json.damaged-')) ?? ''
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('something else')
})

test('a folder that cannot be used is one message and exit code 2', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'newer'))
  writeFileSync(join(folder, 'newer', 'orders-mock-data'), '{"format":9}')
  writeFileSync(join(folder, 'file'), 'orders-mock-data 1\n')
  for (const path of [folder, join(folder, 'newer'), join(folder, 'file'), join(folder, 'file', 'below')]) {
    const server = new ServeProcess(['--data', path])
    expect(await server.exitCode()).toBe(2)
    expect(server.stderr).toMatch(/^orders-mock: .*\n$/)
    expect(server.stdout).toBe('')
  }
})

test.skipIf(!canBeBound)(
  'a folder that may not be written is one message and exit code 2, and stays as it is',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(folder)
    chmodSync(folder, 0o555)
    const server = new ServeProcess(['--data', folder], { command: boundByFileModes })
    expect(await server.exitCode()).toBe(2)
    expect(server.stderr).toBe(`orders-mock: Cannot use the data folder ${folder}: permission denied.\n`)
    expect(readdirSync(folder)).toEqual([])
  },
)

test.skipIf(!canBeBound)('a folder that cannot be released does not keep the server from ending well', async () => {
  const folder = temporaryFolder()
  const server = new ServeProcess(['--log', 'json', '--data', folder], { command: boundByFileModes })
  await server.listening()
  chmodSync(folder, 0o555)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.stderr).toBe('')
})

test.skipIf(!hasPrlimit)(
  'a file that can grow no further: 500, one message, and all is well when it can again',
  async () => {
    const data = join(temporaryFolder(), 'data')
    const command = ['/usr/bin/prlimit', '--fsize=4000:unlimited']
    const server = new ServeProcess(['--log', 'json', '--scenario', 'large', '--data', data], { command })
    const { baseUrl } = await server.listening()
    const cancel = async (id: number): Promise<number> => {
      const headers = { authorization: 'Bearer test-key' }
      return (await fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })).status
    }
    const cancelled: number[] = []
    const refused: number[] = []
    for (let id = 1; refused.length < 20; id += 1) {
      const status = await cancel(id)
      if (status === 204) cancelled.push(id)
      if (status === 500) refused.push(id)
    }
    expect(server.stderr).toMatch(
      /^orders-mock: The data folder \S+ cannot be written: it would be larger than a file may be\..+\n$/,
    )
    execFileSync('/usr/bin/prlimit', ['--pid', String(server.child.pid), '--fsize=unlimited:unlimited'])
    expect(await cancel(refused[0] ?? 0)).toBe(204)
    await vi.waitFor(() => expect(server.stderr).toMatch(/can be written again\.\n$/), 8000)
    await server.end('SIGKILL')
    const again = new ServeProcess(['--log', 'json', '--data', data])
    const { controlUrl } = await again.listening()
    const orders = (await (await fetch(`${controlUrl}/sandboxes/main/orders`)).json()) as {
      id: number
      status: string
    }[]
    const statusOf = new Map(orders.map(({ id, status }) => [id, status]))
    expect(new Set([...cancelled, ...refused.slice(0, 1)].map((id) => statusOf.get(id)))).toEqual(
      new Set(['cancelled']),
    )
    expect(new Set(refused.slice(1).map((id) => statusOf.get(id)))).toEqual(new Set(['pending']))
  },
)

test('--watch reads a changed file again, and reports a broken one with its place', async () => {
  const folder = join(temporaryFolder(), 'fixtures')
  mkdirSync(folder)
  const file = join(folder, 'shop.yaml')
  writeFileSync(file, 'orders: []')
  const args = ['--log', 'json', '--fixtures', folder, '--scenario', 'shop']
  const server = new ServeProcess(args, { env: { ORDERS_MOCK_WATCH: '1' } })
  const { baseUrl } = await server.listening()
  const headers = { authorization: 'Bearer test-key' }
  writeFileSync(file, 'orders: [{ id: 1 }]')
  await vi.waitFor(async () => {
    expect(await (await fetch(`${baseUrl}/store/orders`, { headers })).json()).toEqual([{ id: 1 }])
  }, 8000)
  await vi.waitFor(() => {
    expect(server.stdout).toContain('{"event":"scenario","scenario":"shop","change":"loaded"}\n')
  }, 8000)
  writeFileSync(file, 'orders: [{ id: x }]')
  await vi.waitFor(() => expect(server.stderr).toContain(`${file}:1:16 orders[0].id: `), 8000)
  expect(await (await fetch(`${baseUrl}/store/orders`, { headers })).json()).toEqual([{ id: 1 }])
})

test('links to a pipe and to a device keep a watching server neither from starting nor from ending', async () => {
  const folder = temporaryFolder()
  execFileSync('mkfifo', [join(folder, 'pipe')])
  symlinkSync('pipe', join(folder, 'one.yaml'))
  symlinkSync('/dev/zero', join(folder, 'two.yaml'))
  const server = new ServeProcess(['--log', 'json', '--fixtures', folder, '--watch'])
  await server.listening()
  symlinkSync('pipe', join(folder, 'three.yaml'))
  writeFileSync(join(folder, 'four.yaml'), 'orders: []')
  await vi.waitFor(() => expect(server.stdout).toContain('"scenario":"four"'), 8000)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a pipe that nobody writes to is refused where a file is expected', async () => {
  const pipe = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const option of ['--openapi', '--record-pact', '--data', '--fixtures']) {
    const server = new ServeProcess([option, pipe, ...(option === '--record-pact' ? ['--consumer', 'shop'] : [])])
    expect([option, await server.exitCode(), server.stderr]).toEqual([option, 2, expect.stringContaining(pipe)])
    expect(server.stderr).not.toContain('..')
  }
})
