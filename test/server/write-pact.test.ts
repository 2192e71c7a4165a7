import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrdersMock, type PactDocument, type PactRecording } from '../../src/core/index.js'
import { writePact } from '../../src/server/index.js'
import { temporaryFolder } from '../temporary-file.js'

test('what several test files record at once adds up in one file', async () => {
  const file = join(temporaryFolder(), 'pacts/storefront.json')
  const paths = ['/store/orders', '/pets/11', '/store/orders/1', '/store/orders/2', '/store/orders/404']
  await Promise.all(paths.map((path) => writePact(file, recordingOf(path))))
  const { interactions } = JSON.parse(readFileSync(file, 'utf8')) as PactDocument
  expect(interactions.map(({ description }) => description)).toEqual([
    'a request to cancel a pending order',
    'a request to cancel a shipped order',
    'a request to cancel an unknown order',
    'a request to list all orders with one that has every field',
    'a request to read a pet',
  ])
  expect(readdirSync(join(file, '..'))).toEqual(['storefront.json'])
})

test('a recording of nothing writes nothing', async () => {
  const file = join(temporaryFolder(), 'storefront.json')
  await writePact(file, new OrdersMock().recordPact({ consumer: 'storefront' }))
  expect(existsSync(file)).toBe(false)
})

function recordingOf(path: string): PactRecording {
  const mock = new OrdersMock()
  const recording = mock.recordPact({ consumer: 'storefront' })
  const method = path.includes('orders/') ? 'DELETE' : 'GET'
  mock.handle({ method, path, authorization: `Bearer ${mock.apiKey}` })
  return recording
}
