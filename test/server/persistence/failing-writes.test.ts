import * as fileSystem from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OrdersMock, PersistError } from '../../../src/core/index.js'
import { openDataFolder } from '../../../src/server/persistence/data-folder.js'
import { temporaryFolder } from '../../temporary-file.js'

test('a change that cannot be written is rejected with 500 and not made; when it can be, all is right again', async () => {
  const disk = new FullDisk()
  const { mock, folder, problems } = await open(disk)
  const cancel = async (id: number): Promise<unknown> => {
    const headers = { authorization: `Bearer ${mock.apiKey}` }
    const response = await mock.fetch(`http://any/v1/store/orders/${id}`, { method: 'DELETE', headers })
    return response.status === 204 ? 204 : await response.json()
  }
  expect(await cancel(1)).toBe(204)
  disk.isFull = true
  const problem = `The data folder ${folder} cannot be written: no space left on device.`
  const refusal = { code: 'change_not_kept', message: `${problem} The change was not made.`, status: 500 }
  expect(await cancel(2)).toEqual(refusal)
  expect(await cancel(3)).toEqual(refusal)
  expect(await cancel(1)).toMatchObject({ code: 'order_already_cancelled' })
  expect(() => mock.sandbox().reset()).toThrow(new PersistError(refusal.message))
  expect(problems).toEqual([`${problem} Until it can be written, no changes are made, and requests for them get 500.`])
  disk.isFull = false
  expect(await cancel(3)).toBe(204)
  expect(problems.slice(1)).toEqual([`The data folder ${folder} can be written again.`])
  expect(await statusesIn(folder)).toEqual(['cancelled', 'pending', 'cancelled'])
})

for (const step of ['write', 'rename'] as const) {
  test(`when writing fails at its ${step}, the file is as it was, and nothing is left beside it`, async () => {
    const disk = new FullDisk()
    const { mock, folder } = await open(disk)
    const { orders } = mock.sandbox()
    orders.ship(1)
    disk.failingStep = step
    expect(() => orders.ship(2)).toThrow('file too large')
    expect(fileSystem.readdirSync(folder).toSorted()).toEqual(['main.json', 'orders-mock-data'])
    expect(await statusesIn(folder)).toEqual(['shipped', 'pending', 'pending'])
    disk.failingStep = undefined
    orders.ship(3)
    expect(await statusesIn(folder)).toEqual(['shipped', 'pending', 'shipped'])
  })
}

for (const [what, make] of Object.entries({
  removed: () => {},
  'replaced by an empty one': (folder: string) => fileSystem.mkdirSync(folder),
})) {
  test(`a folder that is ${what} while the server runs gets all sandboxes with the next change, and that is reported`, async () => {
    const { mock, folder, problems } = await open()
    mock.createSandbox({ name: 'other', orders: [{ id: 5 }] })
    mock.sandbox().orders.ship(1)
    fileSystem.rmSync(folder, { recursive: true })
    make(folder)
    mock.sandbox().orders.ship(2)
    expect(fileSystem.readdirSync(folder).toSorted()).toEqual(['main.json', 'orders-mock-data', 'other.json'])
    expect(await statusesIn(folder)).toEqual(['shipped', 'shipped', 'pending'])
    expect(problems).toEqual([
      `The data folder ${folder} was removed or replaced. All sandboxes have been written to it again.`,
    ])
    await expect(open(undefined, folder)).rejects.toThrow('it is in use by another server')
  })
}

for (const [what, change] of Object.entries({
  removed: (path: string) => fileSystem.rmSync(path),
  'replaced by another file': (path: string) => {
    fileSystem.writeFileSync(`${path}.new`, fileSystem.readFileSync(path))
    fileSystem.renameSync(`${path}.new`, path)
  },
  'written by another program': (path: string) => fileSystem.appendFileSync(path, '\n'),
})) {
  test(`files that are ${what} while the server runs are written again with the next change, and that is reported`, async () => {
    const { mock, folder, problems } = await open()
    const { orders } = mock.createSandbox({ name: 'other', orders: [{ id: 1 }] })
    orders.ship(1)
    mock.sandbox().orders.ship(1)
    const text = fileSystem.readFileSync(join(folder, 'other.json'), 'utf8')
    for (const file of ['main.json', 'other.json']) change(join(folder, file))
    mock.sandbox().orders.ship(2)
    mock.sandbox().orders.ship(3)
    const found = `2 files of the data folder ${folder}, such as main.json`
    expect(problems).toEqual([
      `Another program has removed or changed ${found}. The sandboxes have been written again.`,
    ])
    expect(fileSystem.readFileSync(join(folder, 'other.json'), 'utf8')).toBe(text)
    expect(await statusesIn(folder)).toEqual(['shipped', 'shipped', 'shipped'])
  })
}

test('files of others are no reason to write again, and a folder that something else has replaced is left alone', async () => {
  const { mock, folder, problems } = await open()
  mock.createSandbox({ name: 'gone' })
  fileSystem.writeFileSync(join(folder, '.DS_Store'), '')
  mock.deleteSandbox('gone')
  mock.sandbox().orders.ship(1)
  expect({ problems, files: fileSystem.readdirSync(folder).toSorted() }).toEqual({
    problems: [],
    files: ['.DS_Store', 'main.json', 'orders-mock-data'],
  })
  fileSystem.rmSync(folder, { recursive: true })
  fileSystem.mkdirSync(folder)
  fileSystem.writeFileSync(join(folder, 'thesis.txt'), '')
  expect(() => mock.sandbox().orders.ship(2)).toThrow('it contains other files, such as thesis.txt')
  expect(fileSystem.readdirSync(folder)).toEqual(['thesis.txt'])
  expect(mock.sandbox().orders.get(2)?.status).toBe('pending')
})

/** A disk that runs full, or on which files may grow no further. */
class FullDisk {
  isFull = false
  failingStep: 'write' | 'rename' | undefined

  get #error(): Error {
    return new Error(this.isFull ? 'ENOSPC: no space left on device, write' : 'EFBIG: file too large, write')
  }

  readonly writeFileSync = ((path: string, text: string, options: object) => {
    if (this.isFull || this.failingStep === 'write') {
      fileSystem.writeFileSync(path, text.slice(0, 10), options)
      throw this.#error
    }
    fileSystem.writeFileSync(path, text, options)
  }) as typeof fileSystem.writeFileSync

  readonly renameSync = (from: fileSystem.PathLike, to: fileSystem.PathLike): void => {
    if (this.failingStep === 'rename') throw this.#error
    fileSystem.renameSync(from, to)
  }
}

async function open(calls = new FullDisk(), folder = join(temporaryFolder(), 'data')) {
  const mock = new OrdersMock({ scenario: { orders: [{ id: 1 }, { id: 2 }, { id: 3 }] } })
  const problems: string[] = []
  const data = await openDataFolder(mock, { folder, calls, onProblem: (message) => problems.push(message) })
  onTestFinished(() => data.close())
  return { mock, folder, problems }
}

/** What a server would find that started now from a copy of the folder. */
async function statusesIn(folder: string): Promise<(string | undefined)[]> {
  const copy = join(temporaryFolder(), 'data')
  fileSystem.cpSync(folder, copy, { recursive: true })
  fileSystem.writeFileSync(join(copy, 'orders-mock-data'), '{"format":1}')
  const mock = new OrdersMock()
  const data = await openDataFolder(mock, { folder: copy, onProblem: (message) => expect.unreachable(message) })
  data.close()
  return [1, 2, 3].map((id) => mock.sandbox().orders.get(id)?.status)
}
