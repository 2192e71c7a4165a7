import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MockEvent } from '../../src/core/index.js'
import { startServer, type RunningServer } from '../../src/server/index.js'
import { temporaryFolder } from '../temporary-file.js'

test('a changed file starts its sandboxes again, and no others; a broken one is reported with its place, once', async () => {
  const shop = await watchedShop()
  const { mock } = shop.server
  mock.sandbox('shop~worker').orders.remove(1)
  mock.sandbox('shipped').orders.remove(1)
  shop.write('shop.yaml', 'orders: [{ id: 7 }]')
  await expect.poll(() => ids(shop.server, 'shop~worker')).toEqual([7n])
  expect(ids(shop.server, 'main')).toEqual([7n])
  expect(ids(shop.server, 'shipped')).not.toContain(1n)
  expect(shop.problems).toEqual([])
  shop.write('shop.yaml', 'orders:\n  - { id: 1, colour: red }')
  await expect.poll(() => shop.problems).toHaveLength(1)
  expect(shop.problems[0]).toMatch(/shop\.yaml:2:\d+ orders\[0\]\.colour: unknown field/)
  expect(shop.problems[0]).toContain('\nNothing was reloaded from this file.')
  expect(ids(shop.server, 'main')).toEqual([7n])
  shop.write('shop.yaml', 'orders: [{ id: 3 }]')
  await expect.poll(() => ids(shop.server, 'main')).toEqual([3n])
  expect(shop.problems).toHaveLength(1)
})

test('a new file is a new scenario, and so is a renamed one', async () => {
  const shop = await watchedShop()
  shop.write('fresh.json', '{"orders":[{"id":9223372036854775807}]}')
  await expect.poll(() => shop.server.mock.scenarioNames).toContain('fresh')
  expect(ids(shop.server, 'fresh')).toEqual([9223372036854775807n])
  renameSync(shop.path('fresh.json'), shop.path('renamed.json'))
  await expect.poll(() => shop.server.mock.scenarioNames).toContain('renamed')
  const problem = `${shop.path('fresh.json')} was deleted. The scenario "fresh" remains in use until the server restarts.`
  await expect.poll(() => shop.problems).toEqual([problem])
  expect(ids(shop.server, 'fresh')).toEqual([9223372036854775807n])
})

test('a file that an editor writes in steps is read once, when it is whole; comments start nothing again', async () => {
  const shop = await watchedShop()
  const loaded: MockEvent[] = []
  shop.server.mock.subscribe((event) => event.type === 'scenario' && loaded.push(event))
  renameSync(shop.path('shop.yaml'), shop.path('shop.yaml~'))
  shop.write('shop.yaml', '')
  shop.write('shop.yaml', 'orders: [{ id: 4 }, {')
  shop.write('.shop.yaml.swp', 'orders: [{ id: 4 }, { id: 5 }]')
  renameSync(shop.path('.shop.yaml.swp'), shop.path('shop.yaml'))
  rmSync(shop.path('shop.yaml~'))
  await expect.poll(() => ids(shop.server, 'main')).toEqual([4n, 5n])
  expect(loaded).toEqual([{ type: 'scenario', scenario: 'shop', change: 'loaded' }])
  shop.server.mock.sandbox().orders.remove(4)
  shop.write('shop.yaml', '# The shop\norders: [{ id: 4 }, { id: 5 }]')
  utimesSync(shop.path('shop.yaml'), new Date(0), new Date(0))
  // The other file is read after this one: when it is there, this one was looked at.
  shop.write('z.yaml', 'orders: []')
  await expect.poll(() => shop.server.mock.scenarioNames).toContain('z')
  expect(ids(shop.server, 'main')).toEqual([5n])
  expect(shop.problems).toEqual([])
})

test('a folder that goes is reported, and watched again when it is back', async () => {
  const shop = await watchedShop()
  rmSync(shop.path(''), { recursive: true })
  await expect.poll(() => shop.problems).toHaveLength(1)
  expect(shop.problems[0]).toContain('no such file or directory')
  mkdirSync(shop.path(''))
  shop.write('shop.yaml', 'orders: [{ id: 8 }]')
  await expect.poll(() => ids(shop.server, 'main')).toEqual([8n])
  shop.write('shop.yaml', 'orders: [{ id: 9 }]')
  await expect.poll(() => ids(shop.server, 'main')).toEqual([9n])
  expect(shop.problems).toHaveLength(1)
})

test('a link is noticed each time that it is swapped, as in mounted configuration; pipes and devices are passed over', async () => {
  const shop = await watchedShop((folder) => {
    symlinkSync('..data/linked.yaml', join(folder, 'linked.yaml'))
    swap(folder, 1)
    execFileSync('mkfifo', [join(folder, 'pipe.yaml'), join(folder, '..', 'pipe')])
    symlinkSync('../pipe', join(folder, 'link-to-pipe.yaml'))
    symlinkSync('/dev/zero', join(folder, 'link-to-device.yaml'))
  })
  for (const id of [2, 3, 4]) {
    swap(shop.path(''), id)
    await expect.poll(() => ids(shop.server, 'linked')).toEqual([BigInt(id)])
  }
  expect(shop.problems).toEqual([])
  symlinkSync('../pipe', shop.path('later.yaml'))
  shop.write('shop.yaml', 'orders: [{ id: 9 }]')
  await expect.poll(() => ids(shop.server, 'main')).toEqual([9n])
  rmSync(shop.path('shop.yaml'))
  symlinkSync('/dev/zero', shop.path('shop.yaml'))
  shop.write('z.yaml', 'orders: [{ id: 10 }]')
  await expect.poll(() => shop.server.mock.scenarioNames).toContain('z')
  expect(ids(shop.server, 'main')).toEqual([9n])
})

/** Lets `..data` lead to a new folder, at once. */
function swap(folder: string, id: number): void {
  mkdirSync(join(folder, `..${id}`))
  writeFileSync(join(folder, `..${id}`, 'linked.yaml'), `orders: [{ id: ${id} }]`)
  symlinkSync(`..${id}`, join(folder, '..next'))
  renameSync(join(folder, '..next'), join(folder, '..data'))
}

test('watching needs a folder', async () => {
  await expect(startServer({ watch: true })).rejects.toThrow('set --fixtures <dir>.')
})

/** A server whose `main` comes from a file `shop.yaml` with the orders 1 and 2. */
async function watchedShop(furnish: (folder: string) => void = () => {}) {
  const folder = join(temporaryFolder(), 'fixtures')
  const path = (file: string): string => join(folder, file)
  const write = (file: string, text: string): void => writeFileSync(path(file), text)
  mkdirSync(folder)
  write('shop.yaml', 'orders: [{ id: 1 }, { id: 2 }]')
  furnish(folder)
  const problems: string[] = []
  const onProblem = (message: string): number => problems.push(message)
  const server = await startServer({ fixtures: folder, scenario: 'shop', watch: true, onProblem })
  onTestFinished(() => server.close())
  return { server, problems, path, write }
}

function ids({ mock }: RunningServer, sandbox: string): bigint[] {
  return mock
    .sandbox(sandbox)
    .orders.all()
    .map(({ id }) => id)
}
