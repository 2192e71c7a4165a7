import * as fileSystem from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import { startServer } from '../../../src/server/index.js'
import { openDataFile } from '../../../src/server/persistence/data-file.js'
import { temporaryFolder } from './temporary-folder.js'

test('a change that cannot be written is refused with 500 and not made; when it can be, all is right again', async () => {
  const disk = new FullDisk()
  const { mock, file, problems } = open(disk)
  await using server = await startServer({ mock })
  const cancel = async (id: number): Promise<unknown> => {
    const headers = { authorization: `Bearer ${server.apiKey}` }
    const response = await fetch(`${server.baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })
    return response.status === 204 ? 204 : await response.json()
  }
  expect(await cancel(1)).toBe(204)
  disk.freeBytes = 10
  const message = `The data file ${file} cannot be written: there is no space left on the disk. So the change was not made. Make room, and try again.`
  expect(await cancel(2)).toEqual({ code: 'change_not_kept', message, status: 500 })
  expect(await cancel(3)).toEqual({ code: 'change_not_kept', message, status: 500 })
  expect(await cancel(1)).toMatchObject({ code: 'order_already_cancelled' })
  const reset = await fetch(`${server.origin}/__mock/sandboxes/main/reset`, { method: 'POST' })
  expect(await reset.json()).toEqual({ code: 'change_not_kept', message, status: 500 })
  expect(problems).toEqual([
    `The data file ${file} cannot be written: there is no space left on the disk. Until it can, no change is made, and requests for one get 500.`,
  ])
  disk.freeBytes = Infinity
  expect(await cancel(3)).toBe(204)
  expect(problems.slice(1)).toEqual([`The data file ${file} can be written again.`])
  expect(statusesIn(file)).toEqual(['cancelled', 'pending', 'cancelled'])
})

test('a line of which a part was written, and could not be taken back, harms nothing', () => {
  const disk = new FullDisk()
  const { mock, file } = open(disk)
  const { orders } = mock.sandbox()
  orders.ship(1)
  disk.freeBytes = 30
  disk.canTruncate = false
  expect(() => orders.put(2, { quantity: 12_345 })).toThrow('no space left')
  expect(statusesIn(file)).toEqual(['shipped', 'pending', 'pending'])
  disk.freeBytes = Infinity
  expect(() => orders.ship(3)).toThrow('no space left')
  disk.canTruncate = true
  orders.ship(3)
  expect(statusesIn(file)).toEqual(['shipped', 'pending', 'shipped'])
})

test('a write that is carried out in pieces is whole in the end', () => {
  const disk = new FullDisk()
  disk.bytesAtOnce = 7
  const { mock, file } = open(disk)
  mock.sandbox().orders.ship(2)
  expect(statusesIn(file)).toEqual(['pending', 'shipped', 'pending'])
})

for (const step of ['write', 'sync', 'rename'] as const) {
  test(`when writing the file anew fails at its ${step}, the file as it is goes on`, () => {
    const disk = new FullDisk()
    const { mock, file, problems } = open(disk, 300)
    const { orders, clock } = mock.sandbox()
    orders.ship(1)
    disk.failingStep = step
    for (let count = 0; count < 20; count += 1) clock.advance('PT1S')
    orders.ship(2)
    expect(problems[0]).toBe(
      `The data file ${file} could not be made smaller: there is no space left on the disk. It goes on growing.`,
    )
    expect(problems.length).toBeLessThan(8)
    expect(fileSystem.readdirSync(join(file, '..'))).toEqual(['orders.data', 'orders.data.lock'])
    expect(statusesIn(file)).toEqual(['shipped', 'shipped', 'pending'])
    disk.failingStep = undefined
    const { size } = fileSystem.statSync(file)
    for (let count = 0; count < 20; count += 1) clock.advance('PT1S')
    expect(fileSystem.statSync(file).size).toBeLessThan(size)
    orders.ship(3)
    expect(statusesIn(file)).toEqual(['shipped', 'shipped', 'shipped'])
  })
}

/** A disk that runs full, and whose calls can be made to fail. */
class FullDisk {
  freeBytes = Infinity
  bytesAtOnce = Infinity
  canTruncate = true
  /** Makes the writing of a whole file fail. */
  failingStep: 'write' | 'sync' | 'rename' | undefined

  readonly writeSync = ((descriptor: number, bytes: Buffer, ...[start, length, position]: [number, number, number]) => {
    if (this.failingStep === 'write' && position === 0) throw noSpace()
    const count = Math.min(length, this.freeBytes, this.bytesAtOnce)
    if (count === 0) throw noSpace()
    this.freeBytes -= count
    return fileSystem.writeSync(descriptor, bytes, start, count, position)
  }) as typeof fileSystem.writeSync

  readonly fsyncSync = (descriptor: number): void => {
    if (this.failingStep === 'sync') throw noSpace()
    fileSystem.fsyncSync(descriptor)
  }

  readonly renameSync = (from: fileSystem.PathLike, to: fileSystem.PathLike): void => {
    if (this.failingStep === 'rename') throw noSpace()
    fileSystem.renameSync(from, to)
  }

  readonly ftruncateSync = (descriptor: number, length?: number): void => {
    if (!this.canTruncate) throw noSpace()
    fileSystem.ftruncateSync(descriptor, length)
  }
}

function noSpace(): Error {
  return Object.assign(new Error('no space'), { code: 'ENOSPC' })
}

function open(disk: FullDisk, compactAfterBytes?: number): { mock: OrdersMock; file: string; problems: string[] } {
  const file = join(temporaryFolder(), 'orders.data')
  const mock = new OrdersMock({ scenario: { orders: [{ id: 1 }, { id: 2 }, { id: 3 }] } })
  const problems: string[] = []
  openDataFile(mock, { file, calls: disk, compactAfterBytes, onProblem: (message) => problems.push(message) })
  return { mock, file, problems }
}

/** What a server would find that started now from a copy of the file. */
function statusesIn(file: string): (string | undefined)[] {
  const copy = join(temporaryFolder(), 'orders.data')
  fileSystem.copyFileSync(file, copy)
  const mock = new OrdersMock()
  const data = openDataFile(mock, { file: copy, onProblem: (message) => expect.unreachable(message) })
  data.close()
  return [1, 2, 3].map((id) => mock.sandbox().orders.get(id)?.status)
}
