import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../../src/server/index.js'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFolder } from '../../temporary-file.js'

test('a file that was cut short anywhere is reported, kept aside, and costs its sandbox alone', async () => {
  const { folder, good } = await writtenFolder()
  for (let length = 0; length < good.length - 2; length += 61) {
    const { problems, aside, shop, main } = await reopened(folder, good.slice(0, length))
    expect(problems, `length ${length}`).toHaveLength(1)
    expect(problems[0]).toMatch(
      /^The file \S+shop\.json is damaged: .+\. It was renamed to \S+\.damaged-\S+, and its sandbox starts from its scenario\.$/,
    )
    expect({ aside, shop, main }).toEqual({ aside: good.slice(0, length), shop: undefined, main: 'shipped' })
  }
})

for (const [what, content] of Object.entries({
  'a scenario': 'orders:\n  - { id: 1 }\n',
  'the sandbox of another file': '{ "name": "main" }',
  'a state without its parts': '{ "name": "shop" }',
})) {
  test(`${what} in the place of a sandbox is damage`, async () => {
    const { folder } = await writtenFolder()
    const { problems, aside, shop, main } = await reopened(folder, content)
    expect(problems).toHaveLength(1)
    expect({ aside, shop, main }).toEqual({ aside: content, shop: undefined, main: 'shipped' })
    expect((await reopened(folder)).problems).toEqual([])
  })
}

test('a state whose clock cannot be read is damage', async () => {
  const { folder, good } = await writtenFolder()
  for (const clock of ['null', '{}', '{"offsetMs":"1"}']) {
    const { problems, main } = await reopened(folder, good.replace(/"clock": \{[^}]*\}/, `"clock": ${clock}`))
    expect({ count: problems.length, main }).toEqual({ count: 1, main: 'shipped' })
  }
})

test('a file that a person has edited is taken as it is', async () => {
  const { folder, good } = await writtenFolder()
  const { problems, shop } = await reopened(folder, good.replace('"quantity":3', '"quantity":4'))
  expect({ problems, shop }).toEqual({ problems: [], shop: 4 })
})

test('a folder that cannot be a data folder is rejected with a way out, and left alone', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'newer'))
  writeFileSync(join(folder, 'newer', 'orders-mock-data'), '{"format":2}')
  const cases: [string, string][] = [
    [join(folder, 'file'), 'file: something else is there.'],
    ['/dev/null', 'Cannot use the data folder /dev/null: something else is there.'],
    [folder, 'it contains other files, such as file. Use an empty or a new folder.'],
    [
      join(folder, 'newer'),
      'it was written by a newer version of orders-mock. Upgrade orders-mock, or use another folder.',
    ],
  ]
  for (const [data, message] of cases) await expect(startServer({ data })).rejects.toThrow(message)
  expect(readdirSync(folder, { recursive: true })).toEqual(['file', 'newer', join('newer', 'orders-mock-data')])
})

for (const marker of [undefined, '', '{"for']) {
  test(`a marker that is ${marker ?? 'lost'} beside good files is created again, and that is reported`, async () => {
    const { folder } = await writtenFolder()
    if (marker === undefined) rmSync(join(folder, 'orders-mock-data'))
    else writeFileSync(join(folder, 'orders-mock-data'), marker)
    const { problems, shop } = await reopened(folder)
    expect({ problems, shop }).toEqual({
      problems: [`The marker file of the data folder ${folder} was missing; it was recreated.`],
      shop: 3,
    })
    expect((await reopened(folder)).problems).toEqual([])
  })
}

test.skipIf(missingCommands('mkfifo'))('a pipe and a folder among the files are put aside', async () => {
  const { folder } = await writtenFolder()
  execFileSync('mkfifo', [join(folder, 'pipe.json')])
  mkdirSync(join(folder, 'folder.json', 'deep'), { recursive: true })
  const { problems, shop, main } = await reopened(folder)
  expect({ problems: problems.toSorted(), shop, main }).toEqual({
    problems: ['folder', 'pipe'].map(
      (name) => expect.stringContaining(`${name}.json is damaged: it is not a file.`) as string,
    ),
    shop: 3,
    main: 'shipped',
  })
})

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
