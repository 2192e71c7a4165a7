import { expect } from 'vitest'
import { orderIds, orderRow, said, send, submit, test } from './panel-test.js'

test('all fields are shown, or marked as missing; a head sorts up, down and not at all', async ({ open }) => {
  const { page, complaints } = await open({ serve: { scenario: 'default', now: '2026-11-20T12:00:00Z' } })
  await expect(orderIds(page)).resolves.toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9007199254740993'])
  const cells = await orderRow(page, '1').getByRole('cell').allInnerTexts()
  const actions = 'Ship\nCancel\nDelete\nEdit'
  expect(cells).toEqual(['', 'pending', '11', '2', 'in 3 days\n23 Nov 2026, 12:00', 'no', actions])
  await expect(orderRow(page, '8').getByRole('cell').nth(2).getByRole('img', { name: 'none' }).count()).resolves.toBe(1)
  expect(complaints).toEqual([])
  const head = page.getByRole('columnheader', { name: 'Quantity' })
  const tops: number[] = await page.evaluate(`[...document.querySelectorAll('.head .sort')].map(({ firstChild }) => {
    const range = document.createRange()
    range.selectNode(firstChild)
    return range.getBoundingClientRect().top
  })`)
  // All heads share one line.
  expect([tops.length, new Set(tops).size]).toEqual([6, 1])
  await head.getByRole('button').click()
  await expect(head.getAttribute('aria-sort')).resolves.toBe('ascending')
  // Orders without the field come last.
  await expect(orderIds(page)).resolves.toEqual(['2', '4', '9007199254740993', '1', '6', '3', '7', '5', '8'])
  await head.getByRole('button').click()
  await expect(orderIds(page)).resolves.toEqual(['7', '3', '6', '1', '2', '4', '9007199254740993', '5', '8'])
  await head.getByRole('button').click()
  await expect(orderIds(page)).resolves.toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9007199254740993'])
})

test('ids of 19 digits, of orders and of their pets, are exact, and whole in a window of 1024 px', async ({ open }) => {
  const { page } = await open({ path: '/?sandbox=int64' })
  await page.setViewportSize({ width: 1024, height: 720 })
  expect((await orderIds(page)).join(' ')).toBe(
    '0 9007199254740991 9007199254740992 9007199254740993 9223372036854775806 9223372036854775807 -1 -9223372036854775808',
  )
  const clipped = await page.evaluate<string[]>(`[...document.querySelectorAll('.rows .id, .rows .petId')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`)
  expect(clipped).toEqual([])
})

test('an order can be shipped, cancelled and deleted, and the change is announced', async ({ open }) => {
  const { page, server } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.getByRole('button', { name: 'Ship order 1', exact: true }).click()
  await orderRow(page, '1').getByText('shipped').waitFor()
  await said(page, 'Order 1 shipped')
  await page.getByRole('button', { name: 'Edit order 1', exact: true }).click()
  await submit(page, { Quantity: '77' }, 'Save')
  await orderRow(page, '1').getByText('77').waitFor()
  await page.getByRole('button', { name: 'Cancel order 9007199254740993' }).click()
  await orderRow(page, '9007199254740993').getByText('cancelled').waitFor()
  await page.getByRole('button', { name: 'Delete order 4' }).click()
  await orderRow(page, '4').waitFor({ state: 'detached' })
  const left = [1, '9007199254740993', 4].map((id) => server.mock.sandbox().orders.get(id)?.status)
  expect(left).toEqual(['shipped', 'cancelled', undefined])
  expect(asked.filter((line) => /^GET .*\/orders\/./.test(line))).toEqual([])
})

test('an order is added, duplicated and edited; a mistake is explained, and the input stays', async ({ open }) => {
  const { page, main } = await open({ serve: { scenario: 'empty' } })
  await page.getByText('No orders yet').waitFor()
  await page.getByRole('button', { name: 'Add order' }).click()
  const dialog = page.getByRole('dialog')
  await submit(
    dialog,
    { Id: '9223372036854775807', Pet: '9007199254740993', 'Ship date': '2026-11-23T12:00:00Z' },
    'Add order',
  )
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit order 9223372036854775807' }).click()
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await submit(dialog, { Id: '5' }, 'Add order')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit order 9223372036854775807' }).click()
  await dialog.getByLabel('Quantity').fill('3')
  await dialog.getByLabel('Ship date').fill('')
  await dialog.getByLabel('Complete').selectOption('yes')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(main.orders.all()).toEqual([
    { id: 9223372036854775807n, petId: 9007199254740993n, quantity: 3, complete: true, status: 'pending' },
    { id: 5n, petId: 9007199254740993n, shipDate: '2026-11-23T12:00:00Z', status: 'pending' },
  ])
  await page.getByRole('button', { name: 'Add order' }).click()
  await submit(dialog, { Id: '5' }, 'Add order')
  await dialog.getByRole('alert').getByText('Order 5 already exists.').waitFor()
  await expect(dialog.getByLabel('Id').inputValue()).resolves.toBe('5')
  await submit(dialog, { Id: '9223372036854775808' }, 'Add order')
  await dialog.getByText('Enter a whole number from -9223372036854775808 to 9223372036854775807.').waitFor()
  await dialog.getByLabel('Id').and(page.locator(':focus')).waitFor()
  // The browser lets a page prevent only the first of several.
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('orders are found by status and by digits, and those that are shown are deleted at once', async ({ open }) => {
  const { page, server } = await open()
  await page.getByRole('searchbox', { name: 'Search by order id or pet' }).fill('12')
  await expect(orderIds(page)).resolves.toEqual(['2', '9007199254740993'])
  await page.getByRole('searchbox').fill('4711')
  await page.getByText('No matching orders').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Shipped 2' }).click()
  await expect(orderIds(page)).resolves.toEqual(['2', '6'])
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check()
  await page
    .getByRole('group', { name: 'Selected orders' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'All 7' }).click()
  await expect(orderIds(page)).resolves.toEqual(['1', '3', '4', '5', '7', '8', '9007199254740993'])
  expect(server.mock.sandbox().counts).toEqual({ pending: 6, shipped: 0, cancelled: 1 })
})

test('what a client cancels, and what ships by the running clock, is seen at once', async ({ open }) => {
  const { page, server, main } = await open({
    serve: { scenario: { orders: [{ id: 1, shipAfter: 'PT1H' }, { id: 5 }] } },
  })
  await orderRow(page, '1').getByText('pending').waitFor()
  await send(server, 'DELETE', '/store/orders/5')
  await orderRow(page, '5').getByText('cancelled').waitFor()
  await page.getByRole('status').filter({ hasText: 'Order 5 is now cancelled.' }).waitFor({ state: 'attached' })
  main.clock.advance('PT59M59S')
  main.orders.add({ id: 2, shipAfter: 'PT1S' })
  await orderRow(page, '1').getByText('shipped').waitFor()
  await orderRow(page, '2').getByText('shipped').waitFor()
})

test('of 10,000 orders only those near the window are there, and the last can be reached', async ({ open }) => {
  const { page } = await open({ path: '/?sandbox=large' })
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getAttribute('aria-rowcount')).resolves.toBe('10001')
  expect((await orderIds(page)).length).toBeLessThan(60)
  await page.keyboard.press('End')
  await orderRow(page, '10000').waitFor()
  await expect(orderRow(page, '10000').getAttribute('aria-rowindex')).resolves.toBe('10001')
  expect((await orderIds(page)).length).toBeLessThan(60)
})

test('an action is undone by Ctrl+Z or beside its notice, unless another has undone or reset it', async ({ open }) => {
  const { page, main: box } = await open()
  const before = box.orders.all()
  const offer = page.locator('.notice.offers').getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Delete order 4' }).dblclick()
  await said(page, 'Order 4 deleted')
  expect(box.orders.all().length).toBe(8)
  await offer.click()
  await orderRow(page, '4').waitFor()
  await page.getByRole('button', { name: 'Cancel order 1', exact: true }).click()
  await orderRow(page, '1').getByText('cancelled').waitFor()
  await said(page, 'Order 1 cancelled')
  await page.keyboard.press('Control+z')
  await orderRow(page, '1').getByText('pending').waitFor()
  expect(box.orders.all()).toEqual(before)
  const remove = async (id: string): Promise<void> => {
    await page.getByRole('button', { name: `Delete order ${id}`, exact: true }).click()
    await said(page, `Order ${id} deleted`)
    await offer.waitFor()
  }
  await remove('4')
  box.undo()
  await orderRow(page, '4').waitFor()
  await offer.waitFor({ state: 'detached' })
  await remove('3')
  box.reset()
  await orderRow(page, '3').waitFor()
  await offer.waitFor({ state: 'detached' })
  // Another's change that is undone is no reason.
  await remove('1')
  box.orders.add({ id: 4711 })
  await orderRow(page, '4711').waitFor()
  box.undo()
  await orderRow(page, '4711').waitFor({ state: 'detached' })
  await offer.click()
  await orderRow(page, '1').waitFor()
})
