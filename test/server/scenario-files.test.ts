import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { findScenarioFiles, readScenarioFile, readScenarioFolder } from '../../src/server/scenario-files.js'
import { parseJson } from '../../src/spec/index.js'
import { ToolError } from '../../src/input/index.js'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-mock-scenarios-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

/** The message with which a file is refused; the file's own path is written as `FILE`. */
async function refusalOf(content: string | Uint8Array, name = 'broken.yaml'): Promise<string> {
  const file = await write(name, content)
  const error: unknown = await readScenarioFile(file, 0).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ToolError)
  return (error as ToolError).message.replaceAll(file, 'FILE')
}

/** What a file says, as it was read. */
async function contentOf(file: string): Promise<unknown> {
  return parseJson((await readScenarioFile(file, 0)).json)
}

const TOP_MEMBERS = '$schema, title, description, orders, pets, now, frozen, sunset, afterSunset, faults'
const ORDER_MEMBERS = 'id, petId, quantity, shipDate, complete, status, shipAfter'
const INSTANT = 'such as 2026-11-20T12:00:00Z, or a date, such as 2026-11-20'

test('a YAML file is read, with every digit of its ids', async () => {
  const file = await write('good.yaml', 'orders:\n  - { id: 9223372036854775807, petId: 12, status: shipped }\n')
  await expect(contentOf(file)).resolves.toEqual({
    orders: [{ id: 9223372036854775807n, petId: 12, status: 'shipped' }],
  })
})

test('a JSON file is read, with tabs and every digit of its ids', async () => {
  const file = await write(
    'good.json',
    '{\r\n\t"orders": [\r\n\t\t{ "id": 9007199254740993,\t"complete": true }\r\n\t]\r\n}\r\n',
  )
  await expect(contentOf(file)).resolves.toEqual({ orders: [{ id: 9007199254740993n, complete: true }] })
})

test('a byte order mark is no part of the text', async () => {
  const file = await write('bom.json', '\ufeff{ "orders": [] }')
  await expect(contentOf(file)).resolves.toEqual({ orders: [] })
})

test('an anchor can be used again', async () => {
  const file = await write('anchor.yaml', 'pets:\n  - { id: 1, kind: &dog { legs: 4 } }\n  - { id: 2, kind: *dog }\n')
  await expect(contentOf(file)).resolves.toEqual({
    pets: [
      { id: 1, kind: { legs: 4 } },
      { id: 2, kind: { legs: 4 } },
    ],
  })
})

test.each([
  ['an empty file', '', 'FILE:1:1 (top): must be an object, not null'],
  ['a file of comments alone', '# nothing\n', 'FILE:1:1 (top): must be an object, not null'],
  ['a list', '- 1\n', 'FILE:1:1 (top): must be an object, not [1]'],
  ['a second document', 'orders: []\n---\norders: []\n', 'FILE:2:1 Another document begins here; a file holds one.'],
  ['a member that comes twice', 'title: a\ntitle: b\n', 'FILE:2:1 Map keys must be unique'],
  ['a tab as indentation', 'orders:\n\t- id: 1\n', 'FILE:2:1 Tabs are not allowed as indentation'],
  [
    'a bracket that is missing',
    'orders: [\n',
    'FILE:2:1 Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a member whose name is a list', '{[1, 2]: 3}\n', 'FILE:1:2 The name of a member must be a string.'],
  ['an alias without its anchor', 'orders: *orders\n', 'FILE:1:9 There is no anchor "orders" before its alias.'],
  [
    'two aliases before their anchors',
    'title: *a\norders:\n  - { id: *b }\n  - { id: &b 2, petId: &a 3 }\n  - { id: *a }\n',
    'FILE:1:8 There is no anchor "a" before its alias.\nFILE:3:11 There is no anchor "b" before its alias.',
  ],
  [
    'an alias within its own anchor',
    'orders: &orders [*orders]\n',
    'Cannot read the scenario FILE: it is nested without end.',
  ],
  [
    'an unknown member at the top',
    'ordrs: []\n',
    `FILE:1:8 ordrs: there is no such member. Did you mean orders? Known: ${TOP_MEMBERS}`,
  ],
  [
    'an unknown member whose value begins on another line',
    'roders:\n  - id: 1\n    quantity:\n      many\n',
    `FILE:1:1 roders: there is no such member. Did you mean orders? Known: ${TOP_MEMBERS}`,
  ],
  [
    'an unknown member of an order',
    'orders:\n  - id: 1\n    stauts: pending\n',
    `FILE:3:13 orders[0].stauts: there is no such member. Did you mean status? Known: ${ORDER_MEMBERS}`,
  ],
  [
    'a member with the name of a method of every object',
    'orders: [ { id: 1, constructor: 1 } ]\n',
    `FILE:1:33 orders[0].constructor: there is no such member. Known: ${ORDER_MEMBERS}`,
  ],
  [
    'a member with half of a surrogate pair in its name',
    '{"\\ud800": 1}',
    `FILE:1:1 \ufffd: there is no such member. Known: ${TOP_MEMBERS}`,
  ],
  [
    'an id beyond int64',
    'orders:\n  - { id: 9223372036854775808 }\n',
    'FILE:2:11 orders[0].id: 9223372036854775808 is no id: an int64 lies between -9223372036854775808 and 9223372036854775807',
  ],
  [
    'an id that comes twice',
    'orders:\n  - { id: 1 }\n  - { id: "1" }\n',
    'FILE:3:11 orders[1].id: the id 1 is there twice',
  ],
  [
    'a date that no calendar has',
    'orders: [ { id: 1, shipDate: 2026-02-30T00:00:00Z } ]\n',
    `FILE:1:30 orders[0].shipDate: "2026-02-30T00:00:00Z" is not an instant, ${INSTANT}.`,
  ],
  [
    'a date without its offset',
    'orders: [ { id: 1, shipDate: 2026-02-03T00:00:00 } ]\n',
    'FILE:1:30 orders[0].shipDate: must be a date-time with its offset, such as 2026-11-20T12:00:00Z, ' +
      'or relative: now, now+P3D, now-PT2H, not "2026-02-03T00:00:00"',
  ],
  [
    'more generated orders than there are ids',
    'orders:\n  - { id: 1 }\n  - generate: { count: 3, firstId: 9223372036854775806 }\n',
    'FILE:3:36 orders[1].generate.firstId: 9223372036854775808 is no id: ' +
      'an int64 lies between -9223372036854775808 and 9223372036854775807',
  ],
  [
    'a seed that no number holds',
    'orders: [ { generate: { count: 1, seed: 9007199254740993 } } ]\n',
    'FILE:1:41 orders[0].generate.seed: must be at most 9007199254740991, not 9007199254740993',
  ],
])('%s is refused with its place and its member', async (_, content, message) => {
  await expect(refusalOf(content)).resolves.toBe(message)
})

function noMember(meant: string, known: string): string {
  return `there is no such member. Did you mean ${meant}? Known: ${known}`
}

test('everything that is wrong is said at once, each with its own place', async () => {
  const message = await refusalOf('title: 1\norders:\n  - { id: 1, complete: maybe }\nfrozen: 0\n')
  expect(message.split('\n')).toEqual([
    'FILE:1:8 title: must be a string, not 1',
    'FILE:3:24 orders[0].complete: must be a boolean, not "maybe"',
    'FILE:4:9 frozen: must be a boolean, not 0',
  ])
})

test('mistakes of syntax, schema and calendar are said together, in the order of the lines', async () => {
  const message = await refusalOf(
    'genrate: 1\norders:\n  - { id: 2, shipDate: 2026-02-30T00:00:00Z }\n  - { id: 1, statsu: new }\n  - { id: 2 }\ntitle: a\ntitle: b\n',
  )
  expect(message.split('\n')).toEqual([
    `FILE:1:10 genrate: there is no such member. Known: ${TOP_MEMBERS}`,
    `FILE:3:24 orders[0].shipDate: "2026-02-30T00:00:00Z" is not an instant, ${INSTANT}.`,
    `FILE:4:22 orders[1].statsu: there is no such member. Did you mean status? Known: ${ORDER_MEMBERS}`,
    'FILE:5:11 orders[2].id: the id 2 is there twice',
    'FILE:7:1 Map keys must be unique',
  ])
})

test('an item is read once the schema has nothing against it', async () => {
  const message = await refusalOf(
    `orders:
  - { id: 1, quantity: x, shipDate: 2026-02-30T00:00:00Z }
  - { id: 1, shipDate: 2026-02-30T00:00:00Z, petId: 9223372036854775808 }
  - { id: 2, status: shipped, shipAfter: PT5M }
faults:
  - { kind: delay, operation: getPet, orderId: 9223372036854775808 }
  - { kind: hnag, status: 500, delayMs: { min: 2, max: 1 } }
  - { kind: hang, status: 500, delayMs: { min: 2, max: 1 } }
`,
  )
  expect(message.split('\n').map((line) => line.slice(0, 60))).toEqual([
    'FILE:2:24 orders[0].quantity: must be an integer, not "x"',
    'FILE:3:24 orders[1].shipDate: "2026-02-30T00:00:00Z" is not ',
    'FILE:3:53 orders[1].petId: 9223372036854775808 is no id: an ',
    'FILE:4:42 orders[2].shipAfter: is for a pending order; this ',
    'FILE:6:5 faults[0].delayMs: is required for a delay',
    'FILE:6:48 faults[0].orderId: 9223372036854775808 is no id: a',
    'FILE:6:48 faults[0].orderId: is for cancelOrder; getPet has ',
    'FILE:7:13 faults[1].kind: must be one of status, delay, rese',
    'FILE:8:27 faults[2].status: is for faults of kind status',
    'FILE:8:41 faults[2].delayMs: min must not be greater than ma',
  ])
})

test('a misspelt member is one mistake, although what it should be is missing', async () => {
  const message = await refusalOf(
    'orders:\n  - { id: 7, genrate: { count: 3 } }\n  - { genrate: { count: 3 } }\n  - generate: { cuont: 3 }\n  - { ID: 1 }\n  - { statsu: pending }\n',
  )
  expect(message.split('\n')).toEqual([
    `FILE:2:23 orders[0].genrate: ${noMember('generate', ORDER_MEMBERS)}`,
    `FILE:3:16 orders[1].genrate: ${noMember('generate', ORDER_MEMBERS)}`,
    `FILE:4:24 orders[2].generate.cuont: ${noMember('count', 'count, seed, firstId, status')}`,
    `FILE:5:11 orders[3].ID: ${noMember('id', ORDER_MEMBERS)}`,
    'FILE:6:5 orders[4].id: is required',
    `FILE:6:15 orders[4].statsu: ${noMember('status', ORDER_MEMBERS)}`,
  ])
})

test('of very many mistakes the first hundred are said, and of the syntax, where one brings others, twenty', async () => {
  const message = await refusalOf(`orders:\n${'  - { id: x }\n'.repeat(500)}`)
  const lines = message.split('\n')
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toBe('… and 400 more.')
  const ofSyntax = await refusalOf('a: b: c\n'.repeat(500))
  expect(ofSyntax.split('\n')).toHaveLength(21)
})

test('JSON is refused with its place too', async () => {
  await expect(refusalOf('{\n\t"orders": [\n\t\t{ "id": 1, "status": "new" }\n\t]\n}', 'broken.json')).resolves.toBe(
    'FILE:3:24 orders[0].status: must be one of pending, shipped, cancelled, not "new"',
  )
  await expect(refusalOf('{ "orders": [', 'broken.json')).resolves.toMatch(/^FILE:1:\d+ .*end with a \]/)
})

test('bytes that are no UTF-8 are refused', async () => {
  await expect(refusalOf(Uint8Array.of(0x74, 0x69, 0xff, 0xfe))).resolves.toBe(
    'Cannot read the scenario FILE: it is not UTF-8 text.',
  )
  await expect(refusalOf(Buffer.from('\ufefforders: []', 'utf16le'))).resolves.toBe(
    'Cannot read the scenario FILE: it is not UTF-8 text.',
  )
})

test('aliases that multiply beyond measure are refused', async () => {
  const levels = ['x', '*a', '*b', '*c', '*d'].map((item, index) => {
    const name = 'abcde'.charAt(index)
    return `${name}: &${name} [${Array(9).fill(item).join(', ')}]\n`
  })
  const bomb = levels.join('')
  await expect(refusalOf(bomb)).resolves.toBe(
    'Cannot read the scenario FILE: Excessive alias count indicates a resource exhaustion attack.',
  )
})

test.each([
  ['thousands of brackets', '['.repeat(20_000)],
  ['thousands of nested lists', `pets: [ { id: 1, a: ${'['.repeat(20_000)}${']'.repeat(20_000)} } ]`],
  ['control characters', '\u0000\u0001\u0002\u001b[31m'],
  ['a hundred thousand letters', 'a'.repeat(100_000)],
  ['a hundred thousand colons', ':'.repeat(100_000)],
  ['a program', '#!/bin/sh\nexec rm -rf "$HOME" # { [ <\n'],
])('%s: a few lines of refusal, nothing worse', async (_, content) => {
  const message = await refusalOf(content)
  expect(message.split('\n').length).toBeLessThan(22)
})

test('a file or folder that cannot be read is named, with the reason', async () => {
  const missing = join(folder, 'missing.yaml')
  await expect(readScenarioFile(missing, 0)).rejects.toThrow(
    `Cannot read the scenario ${missing}: there is no such file or folder.`,
  )
  await expect(readScenarioFile(folder, 0)).rejects.toThrow(`Cannot read the scenario ${folder}: it is a folder.`)
  await expect(findScenarioFiles(missing)).rejects.toThrow(
    `Cannot read the folder of scenarios ${missing}: there is no such file or folder.`,
  )
  const file = await write('file.yaml', 'orders: []')
  await expect(findScenarioFiles(file)).rejects.toThrow(
    `Cannot read the folder of scenarios ${file}: it is not a folder.`,
  )
})

test('the scenarios of a folder are its YAML and JSON files, by name', async () => {
  const shelf = join(folder, 'shelf')
  await mkdir(shelf)
  for (const name of ['b.yml', 'a.yaml', 'c.json', 'scenario.schema.json', 'notes.txt', 'README.md']) {
    await writeFile(join(shelf, name), 'orders: []')
  }
  expect([...(await findScenarioFiles(shelf)).paths.keys()]).toEqual(['a', 'b', 'c'])
  const read = await readScenarioFolder(shelf, 0)
  expect(Array.from(read.files, ([name, { json }]) => [name, json])).toEqual([
    ['a', '{"orders":[]}'],
    ['b', '{"orders":[]}'],
    ['c', '{"orders":[]}'],
  ])
  await writeFile(join(shelf, 'a.json'), '{}')
  await writeFile(join(shelf, 'a.yml'), 'orders: 2')
  await writeFile(join(shelf, 'b.yml'), 'orders: 1')
  await writeFile(join(shelf, 'main.yaml'), 'orders: 3')
  const { files, mistakes } = await readScenarioFolder(shelf, 0)
  expect([...files.keys()]).toEqual(['a', 'c'])
  expect(mistakes).toEqual([
    `${join(shelf, 'a.yml')}:1:9 orders: must be an array, not 2`,
    `${join(shelf, 'b.yml')}:1:9 orders: must be an array, not 1`,
    `${join(shelf, 'main.yaml')}:1:9 orders: must be an array, not 3`,
    `${join(shelf, 'a.json')} and ${join(shelf, 'a.yaml')} are both the scenario "a". Rename one.`,
    `${join(shelf, 'a.json')} and ${join(shelf, 'a.yml')} are both the scenario "a". Rename one.`,
    `${join(shelf, 'main.yaml')}: "main" cannot be the name of a scenario: letters, digits, ".", "_" and "-" can, 100 at most, and not "main".`,
  ])
})

test('what editors and systems leave beside the files is no scenario', async () => {
  const shop = join(folder, 'left-beside')
  await mkdir(join(shop, 'folder.yaml'), { recursive: true })
  await writeFile(join(shop, 'SHOP.YAML'), 'orders: []')
  await writeFile(join(shop, '._SHOP.yaml'), '\0\u0005')
  await symlink('somebody@somewhere.1', join(shop, '.#SHOP.yaml'))
  execFileSync('mkfifo', [join(shop, 'pipe.yaml')])
  await expect(findScenarioFiles(shop)).resolves.toEqual({
    paths: new Map([['SHOP', join(shop, 'SHOP.YAML')]]),
    misnamed: [],
  })
  expect([...(await readScenarioFolder(shop, 0)).files.keys()]).toEqual(['SHOP'])
})

test('the files of the built-in scenarios are the scenarios that are built in', async () => {
  const { files } = await readScenarioFolder(fileURLToPath(new URL('../../fixtures', import.meta.url)), 0)
  const mock = new OrdersMock({ time: () => 0 })
  expect([...files.keys()]).toEqual(mock.scenarioNames)
  for (const [name, { scenario }] of files) expect(scenario.json).toBe(mock.scenario(name).json)
})
