import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { logRequests } from '../../src/cli/request-log.js'
import { OrdersMock } from '../../src/core/index.js'

test('a line that would leave the terminal goes on below', () => {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const mock = new OrdersMock({ scenario: 'int64' })
  const stop = new AbortController().signal
  const endLog = logRequests(mock, 'pretty', { stdout, stderr: stdout, env: {}, colors: false, columns: 80, stop })
  mock.handle({ method: 'DELETE', path: '/store/orders/9223372036854776000', authorization: 'Bearer test-key' })
  endLog()
  const lines = String(stdout.read()).trimEnd().split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.map((line) => line.slice(9, 40))).toEqual([
    'DELETE /store/orders/9223372036',
    'reads as 9223372036854776000 in',
  ])
})
