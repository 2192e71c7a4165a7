import { expect, test } from 'vitest'
import { createInspector } from '../../src/cli/serve.js'
import type { ApiResponse } from '../../src/core/index.js'
import { openForeignExpress } from './faces.js'

test('the application keeps its own routes and its own 404', async () => {
  await using api = await openForeignExpress()
  await expect(api.send({ method: 'GET', path: '/../own' })).resolves.toMatchObject({ status: 401 })
  await expect(api.sendBeside('/own')).resolves.toMatchObject({ status: 200, body: 'the route of the application' })
  await expect(api.sendBeside('/other')).resolves.toMatchObject({
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  await expect(api.sendBeside('/v1x')).resolves.toMatchObject({ status: 404 })
  expect(api.mock.sandbox().requests.count()).toBe(1)
})

test('the inspector reports a response that violates the OpenAPI description', async () => {
  const inspect = await createInspector()
  const effects: ApiResponse['effects'] = { delayMs: 0, connection: 'keep' }
  const body = new TextEncoder().encode('[{"id":"7"}]')
  const response = { status: 200, headers: { 'Content-Type': 'application/json' }, body, effects }
  const request = { method: 'GET', path: '/store/orders' }
  const found = inspect({ request, response })
  expect(found).toEqual(['[0].id is "7", not an integer. (Resources and their fields)'])
})
