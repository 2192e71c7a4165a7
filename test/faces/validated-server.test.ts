import { expect, test } from 'vitest'
import { createInspector } from '../../src/cli/serve.js'
import type { ApiResponse } from '../../src/core/index.js'

test('the inspector reports an answer that breaks the API description', async () => {
  const inspect = await createInspector()
  const effects: ApiResponse['effects'] = { delayMs: 0, connection: 'keep' }
  const body = new TextEncoder().encode('[{"id":"7"}]')
  const response = { status: 200, headers: { 'Content-Type': 'application/json' }, body, effects }
  const request = { method: 'GET', path: '/store/orders' }
  const found = inspect({ request, response })
  expect(found).toEqual(['[0].id is "7", not an integer. (Resources and their fields)'])
})
