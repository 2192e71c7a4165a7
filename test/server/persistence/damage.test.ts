import { execFileSync } from 'node:child_process'
import * as fileSystem from 'node:fs'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import { openDataFile } from '../../../src/server/persistence/data-file.js'
import { startServer } from '../../../src/server/index.js'
import { temporaryFolder } from './temporary-folder.js'

test('a byte that was changed anywhere is told, and the file is kept as it is under another name', () => {
  const good = writtenFile()
  for (let offset = 0; offset < good.byteLength - 1; offset += 7) {
    const damaged = Buffer.from(good)
    damaged[offset] = (damaged[offset] ?? 0) ^ 0x10
    const { problems, aside, statuses } = openBytes(damaged)
    expect(problems, `byte ${offset}`).toHaveLength(1)
    expect(problems[0]).toMatch(/^The data file \S+ is damaged at line \d+: .+\. It is kept as \S+\.damaged-\S+, and/)
    expect(aside).toEqual(damaged)
    expect(statuses).toBe('fresh')
  }
})

test('a line that is missing, doubled or out of place is damage', () => {
  const lines = writtenFile()
    .toString()
    .split(/(?<=\n)/)
  for (let index = 0; index < lines.length - 1; index += 1) {
    const [line = '', next = ''] = lines.slice(index)
    for (const middle of [[next], [line, line, next], [next, line]]) {
      const bytes = Buffer.from([...lines.slice(0, index), ...middle, ...lines.slice(index + 2)].join(''))
      expect(openBytes(bytes).problems, `line ${index + 1}`).toHaveLength(1)
    }
  }
})

test('a file that ends anywhere in a change is good up to the change before', () => {
  const good = writtenFile()
  const wholeLength = good.indexOf('"complete"}\n') + '"complete"}\n'.length
  const seen = new Set<string>()
  for (let length = wholeLength; length <= good.byteLength; length += 1) {
    const { problems, statuses } = openBytes(good.subarray(0, length))
    expect(problems, `length ${length}`).toEqual([])
    seen.add(statuses)
  }
  // Each of the changes in turn, and nothing in between.
  expect([...seen]).toEqual(['pppp', 'cppp', 'cspp', 'cspc', 'csp-'])
})

test('a file that ends before its first part does is damaged; an empty one is a new one', () => {
  const good = writtenFile()
  const wholeLength = good.indexOf('"complete"}\n') + '"complete"}\n'.length
  for (let length = 1; length < wholeLength; length += 1) {
    const { problems, statuses } = openBytes(good.subarray(0, length))
    expect(problems, `length ${length}`).toHaveLength(1)
    expect(statuses).toBe('fresh')
  }
  expect(openBytes(Buffer.alloc(0))).toEqual({ problems: [], aside: undefined, statuses: 'fresh' })
})

test('zeros at the end, as a power cut leaves them, are no change', () => {
  const { problems, statuses } = openBytes(Buffer.concat([writtenFile(), Buffer.alloc(500)]))
  expect({ problems, statuses }).toEqual({ problems: [], statuses: 'csp-' })
})

for (const [what, content] of Object.entries({
  'a scenario': 'orders:\n  - { id: 1 }\n',
  'a line without end': 'x'.repeat(1000),
  'bytes that are no text': Buffer.from([0xff, 0xfe, 0, 0x0a, 0x80]),
  newlines: '\n\n\n',
  'the name of the format alone': 'orders-mock-data 1\n',
  'another spelling of the version': 'orders-mock-data 01\n',
})) {
  test(`${what}: told, kept aside, started from the scenario`, () => {
    const { problems, aside, statuses } = openBytes(Buffer.from(content))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('If you have a copy')
    expect({ aside, statuses }).toEqual({ aside: Buffer.from(content), statuses: 'fresh' })
  })
}

test('the way back that the message names leads back', () => {
  const good = writtenFile()
  const lines = good.toString().split('\n').length - 1
  good[good.byteLength - 20] = 0x21
  const folder = temporaryFolder()
  const file = join(folder, 'orders.data')
  writeFileSync(file, good)
  const problems: string[] = []
  openDataFile(new OrdersMock(), { file, onProblem: (message) => problems.push(message) }).close()
  const [, command = '', count] = /run: (head -n (\d+) .*), and start again\.$/.exec(problems[0] ?? '') ?? []
  expect(Number(count)).toBe(lines - 1)
  execFileSync('sh', ['-c', command])
  expect(openBytes(readFileSync(file))).toEqual({ problems: [], aside: undefined, statuses: 'cspc' })
})

test('damage is told once: the next start finds a good file', () => {
  const file = join(temporaryFolder(), 'orders.data')
  writeFileSync(file, 'garbage')
  const problems: string[] = []
  for (let round = 0; round < 3; round += 1) {
    openDataFile(new OrdersMock(), { file, onProblem: (message) => problems.push(message) }).close()
  }
  expect(problems).toHaveLength(1)
})

test('what cannot be a data file is refused with a way out, and left alone', async () => {
  const folder = temporaryFolder()
  const newer = join(folder, 'newer.data')
  writeFileSync(newer, 'orders-mock-data 2\nwhatever that means')
  mkdirSync(join(folder, 'sub'))
  await expect(startServer({ dataFile: newer })).rejects.toThrow('newer version of orders-mock (its format is 2')
  await expect(startServer({ dataFile: join(folder, 'sub') })).rejects.toThrow('it is a folder. Name a file in it.')
  await expect(startServer({ dataFile: join(folder, 'none', 'x') })).rejects.toThrow(
    `there is no folder ${join(folder, 'none')}.`,
  )
  await expect(startServer({ dataFile: '/dev/null' })).rejects.toThrow('it is not a regular file.')
  expect(readFileSync(newer, 'utf8')).toBe('orders-mock-data 2\nwhatever that means')
  expect(readdirSync(folder)).toEqual(['newer.data', 'sub'])
})

/** These tests open files by the hundred; none of them cuts the power. */
const calls = { ...fileSystem, fsyncSync: () => {} }

/** A file with four changes of four orders: one cancelled, one shipped, one cancelled, the last removed. */
function writtenFile(): Buffer {
  const file = join(temporaryFolder(), 'orders.data')
  const mock = new OrdersMock({ scenario: { orders: [1, 2, 3, 4].map((id) => ({ id })) } })
  const data = openDataFile(mock, { file, calls, onProblem: (message) => expect.unreachable(message) })
  const { orders } = mock.sandbox()
  orders.put(1, { status: 'cancelled' })
  orders.ship(2)
  orders.put(4, { status: 'cancelled' })
  orders.remove(4)
  data.close()
  return readFileSync(file)
}

/** What becomes of a data file with this content; `statuses` has a letter for each of the four orders. */
function openBytes(bytes: Buffer): { problems: string[]; aside: Buffer | undefined; statuses: string } {
  const folder = temporaryFolder()
  const file = join(folder, 'orders.data')
  writeFileSync(file, bytes)
  const mock = new OrdersMock({ scenario: 'empty' })
  const problems: string[] = []
  const data = openDataFile(mock, { file, calls, onProblem: (message) => problems.push(message) })
  const { orders } = mock.sandbox()
  const letters = [1, 2, 3, 4].map((id) => orders.get(id)?.status[0] ?? '-').join('')
  data.close()
  const aside = readdirSync(folder).find((name) => name.includes('.damaged-'))
  return {
    problems,
    aside: aside === undefined ? undefined : readFileSync(join(folder, aside)),
    statuses: data.isRestored ? letters : 'fresh',
  }
}
