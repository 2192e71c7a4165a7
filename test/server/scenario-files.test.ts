import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { readScenarioFolder } from '../../src/server/index.js'
import { parseJson } from '../../src/spec/index.js'
import { temporaryFolder } from '../temporary-file.js'

const TOP_MEMBERS = '$schema, title, description, orders, pets, now, frozen, sunset, afterSunset, faults, freedoms'
const ORDER_MEMBERS = 'id, petId, quantity, shipDate, complete, status, shipAfter'

test.each([
  [
    'YAML, with every digit of its ids',
    'shop.yaml',
    'orders:\n  - { id: 9223372036854775807, petId: 12, status: shipped }\n',
    { orders: [{ id: 9223372036854775807n, petId: 12, status: 'shipped' }] },
  ],
  [
    'JSON, with tabs and every digit of its ids',
    'shop.json',
    '{\r\n\t"orders": [\r\n\t\t{ "id": 9007199254740993,\t"complete": true }\r\n\t]\r\n}\r\n',
    { orders: [{ id: 9007199254740993n, complete: true }] },
  ],
  ['a byte order mark, which is not part of the text', 'shop.json', '\ufeff{ "orders": [] }', { orders: [] }],
  [
    'an anchor that is used again',
    'shop.yaml',
    'pets:\n  - { id: 1, kind: &dog { legs: 4 } }\n  - { id: 2, kind: *dog }\n',
    {
      pets: [
        { id: 1, kind: { legs: 4 } },
        { id: 2, kind: { legs: 4 } },
      ],
    },
  ],
])('%s is read', async (_, name, text, content) => {
  const { files, mistakes } = await readScenarioFolder(temporaryFolder({ [name]: text }), 0)
  expect({ mistakes, content: parseJson(files.get('shop')?.json ?? 'null') }).toEqual({ mistakes: [], content })
})

const NO_UTF8 = 'Cannot read the scenario FILE: it is not UTF-8 text. Save it as UTF-8.'

test.each<[what: string, content: string | Uint8Array, message: string]>([
  ['a second document', 'orders: []\n---\norders: []\n', 'FILE:2:1 Another document begins here; a file contains one.'],
  ['a member that comes twice', 'title: a\ntitle: b\n', 'FILE:2:1 Map keys must be unique'],
  ['a member whose name is a list', '{[1, 2]: 3}\n', 'FILE:1:2 The name of a field must be a string.'],
  [
    'an alias without its anchor',
    'orders: *orders\n',
    'Cannot read the scenario FILE: Unresolved alias (the anchor must be set before the alias): orders.',
  ],
  [
    'an alias within its own anchor',
    'orders: &orders [*orders]\n',
    'Cannot read the scenario FILE: it is nested without end.',
  ],
  [
    'an unknown member of an order',
    'orders:\n  - id: 1\n    stauts: pending\n',
    `FILE:3:13 orders[0].stauts: unknown field. Did you mean status? Known fields: ${ORDER_MEMBERS}`,
  ],
  [
    'an unknown member in JSON',
    '{\n  "orders": [\n    { "id": 1, "stauts": "pending" }\n  ]\n}\n',
    `FILE:3:26 orders[0].stauts: unknown field. Did you mean status? Known fields: ${ORDER_MEMBERS}`,
  ],
  ['JSON that breaks off', '{\n  "title": "a"\n', 'FILE:3:1 Flow map must end with a }'],
  ['a member that comes twice in JSON', '{ "title": "a", "title": "b" }', 'FILE:1:17 Map keys must be unique'],
  [
    'an id that comes twice',
    'orders:\n  - { id: 1 }\n  - { id: "1" }\n',
    'FILE:3:11 orders[1].id: the id 1 is used twice',
  ],
  [
    'each of several mistakes, in the order of the lines,',
    'genrate: 1\norders:\n  - { generate: { sede: 3 } }\n',
    `FILE:1:10 genrate: unknown field. Known fields: ${TOP_MEMBERS}
FILE:3:17 orders[0].generate.count: is required
FILE:3:25 orders[0].generate.sede: unknown field. Did you mean seed? Known fields: count, seed, firstId, status`,
  ],
  ['bytes that are not UTF-8', Uint8Array.of(0x74, 0x69, 0xff, 0xfe), NO_UTF8],
  ['UTF-16', Buffer.from('\ufefforders: []', 'utf16le'), NO_UTF8],
  [
    'aliases that multiply beyond measure',
    Array.from(
      'abcde',
      (name, index) => `${name}: &${name} [${Array(9).fill(['x', '*a', '*b', '*c', '*d'][index]).join()}]\n`,
    ).join(''),
    'Cannot read the scenario FILE: Excessive alias count indicates a resource exhaustion attack.',
  ],
])('%s is rejected with its place and its field', async (_, content, message) => {
  expect(await mistakesIn(content)).toEqual(message.split('\n'))
})

test('the first twenty of very many mistakes are reported, and too deep a nesting with its place', async () => {
  const mistakes = await mistakesIn(`orders:\n${'  - { id: x }\n'.repeat(500)}`)
  expect([mistakes.length, mistakes.at(-1)]).toEqual([21, '… and 480 more.'])
  expect(await mistakesIn('a: b: c\n'.repeat(500))).toHaveLength(21)
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  for (const content of ['['.repeat(20_000), `pets: [ { id: 1, a: ${deep} } ]`, ':'.repeat(100_000)])
    expect((await mistakesIn(content)).length).toBeLessThan(22)
  expect((await mistakesIn(`orders: ${deep}`))[0]).toMatch(/:1:\d+ It is nested too deeply to be read\.$/)
})

test('a folder that cannot be read is named, with the reason', async () => {
  const folder = temporaryFolder({ 'file.yaml': 'orders: []' })
  for (const [path, reason] of [
    [join(folder, 'missing'), 'no such file or directory.'],
    [join(folder, 'file.yaml'), 'not a directory.'],
  ] as const) {
    await expect(readScenarioFolder(path, 0)).rejects.toThrow(`Cannot read the folder of scenarios ${path}: ${reason}`)
  }
})

test('the scenarios of a folder are its YAML and JSON files, by name', async () => {
  const names = ['b.yml', 'a.yaml', 'c.json', 'SHOP.YAML', 'scenario.schema.json', 'notes.txt', 'README.md']
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, 'orders: []'])))
  const { files, mistakes } = await readScenarioFolder(folder, 0)
  expect([[...files.keys()], mistakes]).toEqual([['SHOP', 'a', 'b', 'c'], []])
})

test('files whose names are taken or not allowed are reported', async () => {
  const folder = temporaryFolder({ 'a.json': '{}', 'a.yml': 'orders: 2', 'b.yml': 'orders: 1', 'main.yaml': '', c: '' })
  const { files, mistakes } = await readScenarioFolder(folder, 0)
  expect([...files.keys()]).toEqual(['a'])
  expect(mistakes.map((mistake) => mistake.replaceAll(`${folder}/`, ''))).toEqual([
    'a.json and a.yml are both the scenario "a". Rename one.',
    'b.yml:1:9 orders: must be an array, not 1',
    'main.yaml: "main" is not a valid scenario name: use up to 100 letters, digits, ".", "_" and "-"; "main" is reserved.',
  ])
})

test('a file that editors or systems leave beside the others is not a scenario', async () => {
  const folder = temporaryFolder({ 'shop.yaml': 'orders: []', '._shop.yaml': '\0\u0005' })
  mkdirSync(join(folder, 'folder.yaml'))
  symlinkSync('somebody@somewhere.1', join(folder, '.#shop.yaml'))
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
  const { files, mistakes } = await readScenarioFolder(folder, 0)
  expect({ names: [...files.keys()], mistakes }).toEqual({ names: ['shop'], mistakes: [] })
})

test('the files of the built-in scenarios are the scenarios that are built in', async () => {
  const { files } = await readScenarioFolder(fileURLToPath(new URL('../../fixtures', import.meta.url)), 0)
  const mock = new OrdersMock({ time: () => 0 })
  expect([...files.keys()]).toEqual(mock.scenarioNames)
  for (const [name, { scenario }] of files) expect(scenario.json).toBe(mock.scenario(name).json)
})

/** What is wrong with a file, line by line; its own path is written as `FILE`. */
async function mistakesIn(content: string | Uint8Array): Promise<string[]> {
  const folder = temporaryFolder({ 'broken.yaml': content })
  const { mistakes } = await readScenarioFolder(folder, 0)
  return mistakes.flatMap((mistake) => mistake.replaceAll(join(folder, 'broken.yaml'), 'FILE').split('\n'))
}
