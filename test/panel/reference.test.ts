import { expect } from 'vitest'
import { submit, test } from './panel-test.js'

test('every operation has its statuses, headers, examples and code, and says if it is deprecated', async ({ open }) => {
  const { page, server, complaints } = await open({ path: '/docs' })
  await page.getByRole('heading', { name: 'Store Orders Service' }).waitFor()
  for (const [name, statuses] of Object.entries({
    'List all orders': ['200', '401'],
    'Cancel an order': ['204', '401', '404', '409'],
    'Read a pet': ['200', '401', '404', '410'],
  })) {
    const terms = await page.getByRole('article', { name }).getByRole('term').allInnerTexts()
    expect([name, terms.filter((text) => /^\d{3}$/.test(text))]).toEqual([name, statuses])
  }
  const pet = page.getByRole('article', { name: 'Read a pet' })
  for (const text of ['Deprecation', 'Sunset', 'Link', 'deprecated'])
    await pet.getByText(text, { exact: true }).first().waitFor()
  await pet.getByText('since 1 Jan 2026, sunset on 30 Jun 2027').waitFor()
  const list = page.getByRole('article', { name: 'List all orders' })
  await expect(list.getByRole('group', { name: '200 example' }).innerText()).resolves.toContain('9007199254740993')
  const operation = page.getByRole('article', { name: 'Cancel an order' })
  await operation.getByLabel('orderId').fill('9007199254740993')
  await operation.getByLabel('API key').fill('its-own-key')
  const code = operation.getByRole('group', { name: /request for cancelOrder$/ }).and(page.locator('pre'))
  await expect(code.innerText()).resolves.toBe(
    `curl -i -X DELETE -H 'Authorization: Bearer its-own-key' '${server.baseUrl}/store/orders/9007199254740993'`,
  )
  await operation.getByRole('button', { name: 'client', exact: true }).click()
  await expect(code.innerText()).resolves.toContain(`apiKey: 'its-own-key' })
console.log(await client.cancelOrder('9007199254740993'))`)
  await submit(operation, { orderId: '..' }, 'Send')
  await operation.getByRole('status').getByText('cannot be a segment of a path').waitFor()
  await operation.getByRole('button', { name: '404', exact: true }).click()
  await operation.getByRole('group', { name: '404 example' }).getByText('order_not_found').waitFor()
  expect(complaints).toEqual([])
})

test('what its description does not hide can be tried with the key of the mock', async ({ open }) => {
  const { page, main } = await open({ path: '/docs', serve: { keys: ['its-own-key'] } })
  const hidden = page.getByRole('article', { name: 'List all orders' })
  await hidden.getByText('“Try it” is disabled for this operation').waitFor()
  await expect(hidden.getByRole('button', { name: 'Send' }).count()).resolves.toBe(0)
  const operation = page.getByRole('article', { name: 'Cancel an order' })
  await operation.getByLabel('orderId').fill('9007199254740993')
  await expect.poll(() => operation.getByLabel('API key').inputValue()).toBe('its-own-key')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.getByRole('status').getByText('204', { exact: true }).waitFor()
  expect(main.orders.get('9007199254740993')?.status).toBe('cancelled')
  await operation.getByRole('button', { name: 'Send' }).click()
  const body = operation.getByRole('group', { name: 'Response body' })
  await body.getByText('order_already_cancelled').waitFor()
  main.faults.set([{ kind: 'hold', times: 1 }])
  const isLate = page.waitForResponse('**/9007199254740993')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.getByText('Waiting for the response…').waitFor()
  await submit(operation, { orderId: '4' }, 'Send')
  await operation.getByRole('status').getByText('204', { exact: true }).waitFor()
  main.requests.release(3)
  await isLate
  await expect(body.count()).resolves.toBe(0)
  const pet = page.getByRole('article', { name: 'Read a pet' })
  await pet.getByRole('button', { name: 'Send' }).click()
  await pet.getByRole('status').getByText('Wed, 30 Jun 2027 00:00:00 GMT').waitFor()
})

test('the control API is described, addressed and tried in the same way', async ({ open }) => {
  const { page, server, main } = await open({ path: '/docs?api=control#shipOrder' })
  const operation = page.getByRole('article', { name: 'Ship a pending order' })
  await operation.getByText('/__mock/sandboxes/{sandbox}/orders/{id}/ship').waitFor()
  await expect.poll(() => operation.boundingBox().then((box) => (box?.y ?? 9999) < 200)).toBe(true)
  const contents = page.getByRole('navigation', { name: 'Operations' })
  await contents.getByText('Rules', { exact: true }).waitFor()
  await expect.poll(() => contents.locator('[aria-current]').innerText()).toBe('Ship a pending order')
  await page.getByRole('button', { name: 'Store Orders API' }).click()
  await expect(page.getByRole('group', { name: 'Base URL of the API' }).innerText()).resolves.toBe(server.baseUrl)
  await page.getByText('/v1/store/orders/{orderId}').waitFor()
  await expect(page.getByText('*/*').count()).resolves.toBe(0)
  await page.getByRole('button', { name: 'Control API' }).click()
  await page.getByRole('heading', { name: 'orders-mock control API' }).waitFor()
  const patch = page.getByRole('article').filter({ hasText: 'PATCH /__mock/sandboxes/{sandbox}/orders/{id}' })
  await patch.getByRole('group', { name: /^curl/ }).getByText('"status":"shipped"').waitFor()
  await patch.getByLabel('id', { exact: true }).fill('9007199254740993')
  await patch.getByRole('button', { name: 'Send' }).click()
  await patch.getByRole('group', { name: 'Response body' }).getByText('"shipped"').waitFor()
  expect(main.orders.get('9007199254740993')).toMatchObject({ status: 'shipped' })
})

test('the examples stand beside the text in a wide window, and below it in another', async ({ open }) => {
  const { page } = await open({ path: '/docs' })
  const operation = page.getByRole('article', { name: 'Read a pet' })
  const placeOf = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    const text = await operation.getByRole('heading', { name: 'Read a pet' }).boundingBox()
    const code = await operation.getByRole('group', { name: 'curl request for getPet' }).boundingBox()
    return (code?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0) ? 'beside' : 'below'
  }
  await expect(placeOf(1440)).resolves.toBe('beside')
  await expect(placeOf(1024)).resolves.toBe('below')
  await expect(placeOf(390)).resolves.toBe('below')
  await page.getByLabel('Go to').selectOption('Read a pet')
  await expect.poll(() => operation.boundingBox().then((box) => (box?.y ?? 9999) < 200)).toBe(true)
  // What leads on stays in sight.
  expect((await page.getByLabel('Go to').boundingBox())?.y).toBeLessThan(40)
  expect((await page.getByLabel('Go to').boundingBox())?.y).toBeGreaterThan(0)
})

test('each operation says what is left open and what happens here, and leads to the reasons', async ({ open }) => {
  const { page, server } = await open({ path: '/docs' })
  await page.getByRole('main').getByRole('link', { name: 'assumptions', exact: true }).click()
  await page.getByRole('heading', { name: 'What the specification leaves open' }).waitFor()
  server.mock.sandbox().freedoms.set({ 'second-cancel': '404' })
  await page.reload()
  const operation = page.getByRole('article', { name: 'Cancel an order' })
  await operation.getByText('404 here').waitFor()
  await operation.getByRole('link', { name: 'Reasons: Cancelling a cancelled order' }).click()
  await page.getByText('The order stays in the list because').waitFor()
  await page.getByText('whether bodies are compressed').waitFor()
})
