import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { focused, press, said, send, test } from './panel-test.js'

test('requests appear as they come, newest first, with reasons, until the journal is cleared', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  await page.getByText('No requests yet').waitFor()
  await send(server, 'GET', '/store/orders')
  await send(server, 'DELETE', '/store/orders/2')
  await page.getByRole('row', { name: /DELETE/ }).waitFor()
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2', 'GET /store/orders'])
  await page.getByRole('row', { name: /409/ }).getByText('order 2 has shipped').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(main.requests.count()).toBe(0)
  await send(server, 'GET', '/store/orders')
  await page.getByRole('row', { name: /GET/ }).waitFor()
  await page.getByText('Earlier requests are no longer in the journal.').waitFor()
  // By somebody else.
  main.requests.clear()
  await page.getByText('No requests yet').waitFor()
})

test('a request shows all that is known of it, as lines to copy, and is sent again with its body', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  await send(server, 'DELETE', '/store/orders/2')
  await page.getByRole('button', { name: 'Request 1: DELETE /store/orders/2' }).click()
  const detail = page.getByRole('complementary', { name: 'Request 1' })
  await detail.getByText('order_already_shipped', { exact: true }).first().waitFor()
  const line = `curl -i -X DELETE -H 'Authorization: Bearer test-key' '${server.baseUrl}/store/orders/2'`
  await expect(detail.getByRole('group', { name: 'curl lines' }).innerText()).resolves.toBe(line)
  await press(page, 'Copy curl lines', 'Copied: curl lines')
  await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(line)
  await page.getByRole('button', { name: 'test', exact: true }).click()
  await expect(page.getByRole('group', { name: 'test lines' }).innerText()).resolves.toBe(
    `test('DELETE /store/orders/2 returns 409', async () => {
  const response = await fetch('${server.baseUrl}/store/orders/2', {
    method: 'DELETE',
    headers: { Authorization: 'Bearer test-key' },
  })
  expect(response.status).toBe(409)
})`,
  )
  // The journal has only the start of an invalid key, and fetch sends no ellipsis.
  await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: 'Bearer invalid-key' } })
  await page.getByRole('button', { name: /^Request 2/ }).click()
  await page.getByRole('group', { name: 'curl lines' }).getByText('Bearer inva...').waitFor()
  // A row that is opened while it is new stays tinted.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate('for (const each of document.getAnimations()) each.finish()')
  await page.getByRole('button', { name: 'Replay' }).hover()
  const ground = page.evaluate(`getComputedStyle(document.querySelector('.row.opened')).backgroundColor`)
  await expect(ground).resolves.toBe('rgb(236, 240, 254)')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' }
  await fetch(`${server.baseUrl}/store/orders`, { method: 'POST', headers, body: `{"name":"Rex's"}` })
  await page.getByRole('button', { name: /^Request 3/ }).click()
  const flags = `-H 'Authorization: Bearer test-key' -H 'Content-Type: application/json'`
  await page
    .getByText(String.raw`curl -i ${flags} --data-raw '{"name":"Rex'\''s"}' '${server.baseUrl}/store/orders'`)
    .waitFor()
  await page.getByRole('group', { name: 'request body' }).getByText(`{"name":"Rex's"}`).waitFor()
  await press(page, 'Replay', 'the response is 405')
  expect(main.requests.get(4)?.request.body).toBe(`{"name":"Rex's"}`)
})

test('the journal is exported as HAR 1.2, in the order in which things happened', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests' })
  await send(server, 'GET', '/store/orders')
  await send(server, 'DELETE', '/store/orders/1')
  await send(server, 'PUT', '/nowhere', '{"petId":11}')
  await page.getByRole('row', { name: /PUT/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as HAR' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('main.har')
  const { log } = JSON.parse(await readFile(await file.path(), 'utf8')) as { log: Har }
  expect(log.version).toBe('1.2')
  // The key is in no file.
  expect(JSON.stringify(log)).not.toContain('test-key')
  expect(JSON.stringify(log.entries[0])).toMatch(/"text":"\[\{/)
  const entries = log.entries.map(({ request, response, comment }) => [
    `${request.method} ${request.url.replace(server.baseUrl, '')}`,
    response.status,
    comment,
  ])
  expect(entries).toEqual([
    ['GET /store/orders', 200, 'returned all orders'],
    ['DELETE /store/orders/1', 204, 'the order was pending and is now cancelled'],
    ['PUT /nowhere', 404, 'the API does not have this path'],
  ])
  const postData = { mimeType: 'text/plain;charset=UTF-8', text: '{"petId":11}' }
  expect(log.entries.map(({ request }) => request.postData)).toEqual([undefined, undefined, postData])
})

test('the next request, or the next one like another, is made to fail, whatever faults there are', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  const { faults } = main
  await page.getByRole('button', { name: 'Fail the next request' }).click()
  await page.getByText('1 active fault').waitFor()
  await expect(send(server, 'GET', '/store/orders')).resolves.toBe(503)
  await expect(send(server, 'GET', '/store/orders')).resolves.toBe(200)
  await page.getByText('1 active fault').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /a fault was injected/ }).waitFor()
  faults.set([{ kind: 'hang', operation: 'getPet' }])
  await send(server, 'DELETE', '/store/orders/2')
  await page.getByRole('button', { name: /^Request 3/ }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Fail the next cancelOrder' }).click()
  await page.getByText('2 active faults').waitFor()
  expect(faults.all()).toMatchObject([
    { kind: 'status', status: 503, times: 1, operation: 'cancelOrder' },
    { kind: 'hang', operation: 'getPet' },
  ])
  await expect(send(server, 'DELETE', '/store/orders/1')).resolves.toBe(503)
  await page.getByText('1 active fault').waitFor()
})

test('two states are compared, order by order and field by field', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  await send(server, 'DELETE', '/store/orders/1')
  main.orders.patch(5, { quantity: 9, shipDate: null })
  main.orders.add({ id: '9223372036854775807' })
  main.orders.remove(4)
  main.faults.set([{ kind: 'hang' }])
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare two moments' })
  const cancelled = dialog.getByText('Order 1: status pending → cancelled')
  // On one line.
  expect((await cancelled.boundingBox())?.height).toBe(20)
  await expect(dialog.getByRole('listitem').allInnerTexts()).resolves.toEqual([
    'Order 1: status pending → cancelled',
    'Order 4 was deleted',
    expect.stringMatching(/^Order 5: .*quantity none → 9/),
    'Order 9223372036854775807 was added',
    'Fault “Any request gets no response” was added',
  ])
  await dialog.getByLabel('To').selectOption('after order 1 cancelled by request 1')
  await dialog.getByText('Order 4 was deleted').waitFor({ state: 'detached' })
  await expect(dialog.getByRole('listitem').allInnerTexts()).resolves.toEqual(['Order 1: status pending → cancelled'])
})

interface Har {
  readonly version: string
  readonly entries: readonly {
    readonly request: { readonly method: string; readonly url: string; readonly postData?: object }
    readonly response: { readonly status: number }
    readonly comment: string
  }[]
}

async function targets(page: Page): Promise<string[]> {
  const buttons = page.getByRole('table', { name: 'Requests' }).getByRole('button')
  return (await buttons.allInnerTexts()).map((text) => text.trim())
}

test('a request has an address, and requests are found by trace, result, words and kind', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests&request=2' })
  await page.getByText('Request 2 is not listed').waitFor()
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const headers = { authorization: 'Bearer test-key', traceparent }
  await send(server, 'GET', '/store/orders')
  await fetch(`${server.baseUrl}/store/orders/2`, { method: 'DELETE', headers })
  const detail = page.getByRole('complementary', { name: 'Request 2' })
  await detail.getByRole('button', { name: 'Show the trace' }).click()
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2'])
  await detail.getByRole('button', { name: 'Copy link to this request' }).click()
  const link = new URL(await page.evaluate<string>('navigator.clipboard.readText()'))
  expect(Object.fromEntries(link.searchParams)).toEqual({
    view: 'requests',
    request: '2',
    find: traceparent.slice(3, 35),
  })
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2'])
  await page.getByRole('searchbox').fill('listorders')
  await expect(targets(page)).resolves.toEqual(['GET /store/orders'])
  await page.getByRole('searchbox').fill('HAS SHIPPED')
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2'])
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: '4xx 1' }).click()
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2'])
  await page.getByRole('button', { name: 'All 2' }).click()
  await page.getByLabel('Method or operation').selectOption('GET')
  await expect(targets(page)).resolves.toEqual(['GET /store/orders'])
  await page.getByLabel('Method or operation').selectOption('cancelOrder')
  await expect(targets(page)).resolves.toEqual(['DELETE /store/orders/2'])
  expect(new URL(page.url()).searchParams.get('kind')).toBe('cancelOrder')
  // An address that was typed wrong opens none.
  await page.goto(`${server.origin}/?view=requests&request=none`)
  await page.getByRole('button', { name: 'Request 2' }).waitFor()
  await expect(page.getByText('is not listed').count()).resolves.toBe(0)
})

test('a rewind says what it reverts, and is undone; a held replay keeps nobody from going on', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  const { orders, faults, requests } = main
  await send(server, 'DELETE', '/store/orders/1')
  orders.ship(4)
  const before = orders.all()
  await page.getByRole('button', { name: /^Request 1/ }).click()
  await page.getByText('A rewind reverts 2 changes: order 4 shipped, order 1 cancelled by request 1.').waitFor()
  await press(page, 'Rewind to before this request', 'Rewound to before request 1')
  expect(orders.get(1)?.status).toBe('pending')
  await press(page, 'Undo', 'Undone: Rewound to before request 1')
  expect(orders.all()).toEqual(before)
  orders.patch(1, { status: 'pending' })
  await press(page, 'Replay', 'the response is 204')
  expect(orders.get(1)?.status).toBe('cancelled')
  faults.set([{ kind: 'hold', times: 1 }])
  await press(page, 'Replay', 'Replaying…')
  const held = page.getByRole('row', { name: /the request is held/ })
  await held.getByText('held', { exact: true }).waitFor()
  await page.getByRole('button', { name: '5xx or none 0' }).waitFor()
  await expect(page.getByRole('button', { name: 'Undo' }).isDisabled()).resolves.toBe(false)
  await page.keyboard.press('Control+z')
  await said(page, 'Undone: faults changed')
  requests.release(4)
  await said(page, 'Replayed: the response is 409')
  await page.getByRole('button', { name: /rewind$/ }).click()
  await page.getByRole('heading', { name: /rewind$/ }).waitFor()
  for (const words of ['Replay', 'Copy as'])
    await expect(page.getByText(words, { exact: true }).count()).resolves.toBe(0)
})

test('after an undo and a rewind, states are compared by change, with the clock', async ({ open }) => {
  const { page, server, main: box } = await open({ path: '/?view=requests' })
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare two moments' })
  await dialog.getByText('Nothing differs').waitFor()
  box.orders.ship(4)
  await send(server, 'DELETE', '/store/orders/1')
  box.undo()
  box.rewind({ to: 0 })
  await send(server, 'DELETE', '/store/orders/5')
  box.clock.freeze()
  box.clock.set('2030-01-01T00:00:00Z')
  await dialog.getByText(/^Clock: time .+ → 1 Jan 2030, 00:00:00 UTC, frozen$/).waitFor()
  await dialog.getByText('Order 5: status pending → cancelled').waitFor()
  // What has no request is told apart by its time.
  const moments = await dialog.getByLabel('From').getByRole('option').allTextContents()
  expect(moments.at(-2)).toMatch(/^after clock changed at \d\d:\d\d:\d\d$/)
  await dialog.getByLabel('From').selectOption('before request 3')
  await dialog.getByLabel('To').selectOption('after order 5 cancelled by request 3')
  await expect.poll(() => dialog.getByRole('listitem').allInnerTexts()).toEqual(['Order 5: status pending → cancelled'])
  await page.route('**/state?*', (route) =>
    route.fulfill({ status: 409, json: { code: 'history_too_short', message: 'Too old.' } }),
  )
  await dialog.getByLabel('From').selectOption('before the oldest change')
  await dialog.getByText('Too old.').waitFor()
})

test('a long path leaves other rows as they are; on a phone, details take the place of the list', async ({ open }) => {
  const { page, server, main } = await open({ path: '/?view=requests' })
  await send(server, 'GET', '/store/orders')
  await send(server, 'DELETE', `/${'a/long/path/'.repeat(40)}`)
  main.faults.set([{ kind: 'status', times: 1 }])
  await send(server, 'DELETE', '/store/orders/1')
  const gap = `(() => {
    const [chip, words] = document.querySelector('.why:has(.fault)').children
    const range = document.createRange()
    range.selectNodeContents(words)
    return range.getClientRects()[0].left - chip.getBoundingClientRect().right
  })()`
  await page.locator('.why .fault').waitFor()
  const row = page.getByRole('row', { name: /returned all orders/ })
  for (const [width, height] of [
    [1440, 36],
    [1024, 52],
    [390, 68],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => row.boundingBox().then((box) => box?.height)).toBe(height)
    const outside = await page.evaluate(`[...document.querySelectorAll('.rows .cell')]
      .filter((cell) => cell.getBoundingClientRect().bottom > cell.parentElement.getBoundingClientRect().bottom).length`)
    expect(outside).toBe(0)
    await expect(page.evaluate(gap)).resolves.toBeGreaterThan(3)
  }
  const button = page.getByRole('button', { name: 'Request 1: GET /store/orders' })
  await button.click()
  await page.getByRole('complementary', { name: 'Request 1' }).waitFor()
  await expect(button.isVisible()).resolves.toBe(false)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => focused(page)).toBe('Request 1: GET /store/orders')
})

test('an id of 20 characters in a path is whole at every width, also beside details', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests&request=1' })
  await send(server, 'DELETE', '/store/orders/-9223372036854775808')
  const path = page.getByRole('button', { name: 'Request 1: DELETE' })
  for (const width of [1440, 1240, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 390) await page.keyboard.press('Escape')
    await path.waitFor()
    await expect(path.evaluate((button) => button.scrollWidth - button.clientWidth)).resolves.toBe(0)
  }
})

test('requests that come while older ones are read move none of these', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests' })
  for (let count = 0; count < 60; count += 1) await send(server, 'GET', '/store/orders')
  await page.getByRole('button', { name: 'All 60' }).waitFor()
  await page.evaluate('scrollTo(0, 1000)')
  const row = page.getByRole('button', { name: 'Request 25: GET /store/orders' })
  const before = await row.boundingBox()
  await send(server, 'DELETE', '/store/orders/1')
  await send(server, 'DELETE', '/store/orders/2')
  await page.getByRole('button', { name: 'All 62' }).waitFor()
  await expect.poll(() => row.boundingBox()).toEqual(before)
})
