import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from '../../../src/server/index.js'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFolder } from '../../temporary-file.js'

const COMMAND = fileURLToPath(new URL('../../../dist/bin/main.js', import.meta.url))

test('a file that was cut short anywhere, or is of another kind, is reported, kept aside, and costs its sandbox alone', async () => {
  const { folder, good } = await writtenFolder()
  const cuts = [...good.slice(0, -2).matchAll(/[^]{1,61}/g)].map(({ index }) => good.slice(0, index))
  for (const content of [...cuts, 'orders:\n  - { id: 1 }\n', '{ "name": "main" }', '{ "name": "shop" }']) {
    const damage =
      /^The file \S+shop\.json is damaged: [^]+\. It was renamed to \S+\.damaged-\S+, and its sandbox starts from its scenario\.$/
    const problems = [expect.stringMatching(damage)]
    expect(await reopened(folder, content)).toEqual({ problems, aside: content, shop: undefined, main: 'shipped' })
  }
  expect((await reopened(folder)).problems).toEqual([])
})

test('a marker that is lost or damaged is created again, and a file that a person has edited is taken as it is', async () => {
  const { folder, good } = await writtenFolder()
  for (const marker of [undefined, '', '{"for', '{"format":"2"}']) {
    if (marker === undefined) rmSync(join(folder, 'orders-mock-data'))
    else writeFileSync(join(folder, 'orders-mock-data'), marker)
    expect(await reopened(folder)).toMatchObject({ problems: [], shop: 3 })
    expect(readdirSync(folder)).toContain('orders-mock-data')
  }
  expect(await reopened(folder, good.replace('"quantity":3', '"quantity":4'))).toMatchObject({ problems: [], shop: 4 })
})

test('a folder that cannot be a data folder is rejected with a way out, and left alone', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'newer'))
  writeFileSync(join(folder, 'newer', 'orders-mock-data'), '{"format":2}')
  const cases: [string, string][] = [
    [join(folder, 'file'), 'file: file already exists.'],
    ['/dev/null', 'Cannot use the data folder /dev/null: file already exists.'],
    [folder, 'it contains other files, such as file. Use an empty or a new folder.'],
    [
      join(folder, 'newer'),
      'it was written by a newer version of orders-mock. Upgrade orders-mock, or use another folder.',
    ],
  ]
  for (const [data, message] of cases) await expect(startServer({ data })).rejects.toThrow(message)
  expect(readdirSync(folder, { recursive: true })).toEqual(['file', 'newer', join('newer', 'orders-mock-data')])
})

test.skipIf(missingCommands('mkfifo'))(
  'a folder, a pipe or a link that leads nowhere in the place of a sandbox ends the start, and nothing is changed',
  async () => {
    const { folder } = await writtenFolder()
    const [shop, main] = ['shop.json', 'main.json'].map((name) => join(folder, name)) as [string, string]
    const [files, before] = [readdirSync(folder), readFileSync(main, 'utf8')]
    for (const [place, reason] of [
      [() => mkdirSync(shop), 'it is not a file'],
      [() => execFileSync('mkfifo', [shop]), 'it is not a file'],
      [() => symlinkSync('nowhere', shop), 'no such file or directory'],
    ] as const) {
      rmSync(shop, { recursive: true })
      place()
      await expect(startServer({ data: folder, scenario: 'empty' })).rejects.toThrow(
        `Cannot use the data folder ${folder}: ${shop} cannot be read: ${reason}. Make it readable, or move it away.`,
      )
      expect(readdirSync(folder)).toEqual(files)
      expect(readFileSync(main, 'utf8')).toBe(before)
    }
  },
)

const AS_NOBODY = ['--reuid=65534', '--clear-groups']
// Nobody else can run the command if it lies in a home folder.
const canRun = spawnSync('setpriv', [...AS_NOBODY, process.execPath, COMMAND, '--version']).status === 0

test.skipIf(missingCommands('setpriv') || process.getuid?.() !== 0 || !canRun)(
  'files that another user owns end the start with exit code 2 and one sentence',
  async () => {
    const { folder } = await writtenFolder()
    for (const path of [dirname(folder), folder]) chmodSync(path, 0o777)
    for (const file of ['orders-mock-data', 'main.json']) {
      chmodSync(join(folder, file), 0o600)
      const args = [...AS_NOBODY, process.execPath, COMMAND, '--port', '0', '--data', folder]
      const { status, stderr } = spawnSync('setpriv', args, { encoding: 'utf8', timeout: 60_000 })
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `orders-mock: Cannot use the data folder ${folder}: ${join(folder, file)} cannot be read: permission denied. Make it readable, or move it away.\n`,
      })
      chmodSync(join(folder, file), 0o666)
    }
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  },
)

/** A folder whose `main` has a shipped order 1, and whose `shop` has an order with a quantity of 3. */
async function writtenFolder(): Promise<{ folder: string; good: string }> {
  const folder = join(temporaryFolder(), 'data')
  // What systems leave in a new volume.
  mkdirSync(join(folder, 'lost+found'), { recursive: true })
  writeFileSync(join(folder, '.DS_Store'), '')
  await using server = await startServer({
    data: folder,
    scenario: { orders: [{ id: 1 }] },
    onProblem: (message) => expect.unreachable(message),
  })
  server.mock.sandbox().orders.ship(1)
  server.mock.createSandbox({ name: 'shop', scenario: 'empty' }).orders.add({ id: 5, quantity: 3 })
  return { folder, good: readFileSync(join(folder, 'shop.json'), 'utf8') }
}

/** What becomes of a folder with this content for `shop`. */
async function reopened(folder: string, content?: string) {
  if (content !== undefined) writeFileSync(join(folder, 'shop.json'), content)
  const before = new Set(readdirSync(folder))
  const problems: string[] = []
  const onProblem = (message: string) => problems.push(message)
  await using server = await startServer({ data: folder, scenario: 'empty', onProblem })
  const shop = server.mock.sandboxes.find(({ name }) => name === 'shop')?.orders.get(5)?.quantity
  const main = server.mock.sandbox().orders.get(1)?.status
  const aside = readdirSync(folder).find((name) => name.includes('.damaged-') && !before.has(name))
  const isFile = aside !== undefined && statSync(join(folder, aside)).isFile()
  return { problems, aside: isFile ? readFileSync(join(folder, aside), 'utf8') : undefined, shop, main }
}
