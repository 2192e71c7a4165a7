import { expect, test } from 'vitest'
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
