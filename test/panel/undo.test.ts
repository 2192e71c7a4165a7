import { expect } from 'vitest'
import { orderRow, said, send, test } from './panel-test.js'

test('an action on over 1,000 orders is confirmed, said to be under way, and undone as a whole', async ({ open }) => {
  const { page, server } = await open({ path: '/?sandbox=large' })
  const box = server.mock.sandbox('large')
  const before = box.counts
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check()
  await page.getByRole('button', { name: 'Delete 10,000' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 10,000 orders?' })
  await dialog.getByRole('button', { name: 'Leave them' }).click()
  await dialog.waitFor({ state: 'detached' })
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/batch', (route) => void waiting.push(() => route.continue()))
  await page.getByRole('button', { name: 'Delete 10,000' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  const status = page.getByRole('status')
  await status.getByText('Deleting 10,000 orders…').waitFor()
  const undo = page.getByRole('button', { name: 'Undo', includeHidden: true })
  await expect(undo.isDisabled()).resolves.toBe(true)
  for (const go of waiting) await go()
  await status.filter({ hasText: '10,000 orders deleted' }).waitFor()
  expect(box.counts).toEqual({ pending: 0, shipped: 0, cancelled: 0 })
  await undo.click()
  // The rows from before may still be there.
  await expect.poll(() => box.counts).toEqual(before)
  await orderRow(page, '1').waitFor()
})

test('Undo reverts the change that its title names, if any; a failure stays out of dialogs', async ({ open }) => {
  const { page, server, main } = await open()
  const undo = page.getByRole('button', { name: 'Undo' })
  await orderRow(page, '1').waitFor()
  await expect(undo.isDisabled()).resolves.toBe(true)
  await expect(undo.getAttribute('title')).resolves.toBe('There is nothing to undo')
  const words = page.getByRole('status').filter({ hasText: 'Order 4 deleted' })
  await page.getByRole('button', { name: 'Delete order 4' }).click()
  await words.waitFor()
  // Words under the pointer do not leave by themselves.
  await undo.hover()
  await send(server, 'DELETE', '/store/orders/1')
  // Beside these words, Undo would seem to bring back order 4.
  await words.waitFor({ state: 'detached', timeout: 30_000 })
  await expect(undo.getAttribute('title')).resolves.toBe('Undo: order 1 cancelled by request 1')
  await undo.click()
  await said(page, 'Undone: order 1 cancelled by request 1')
  await orderRow(page, '1').getByText('pending').waitFor()
  await expect.poll(() => undo.getAttribute('title')).toBe('Undo: order 4 deleted')
  await undo.click()
  await said(page, 'Undone: order 4 deleted')
  await orderRow(page, '4').waitFor()
  await send(server, 'DELETE', '/store/orders/1')
  await expect.poll(() => undo.getAttribute('title')).toBe('Undo: order 1 cancelled by request 2')
  // The page still believes that there is something: it gets no newer history.
  await page.route('**/history', () => {})
  main.undo()
  await undo.click()
  const failure = page.getByRole('alert').filter({ hasText: 'There is no change to undo in this sandbox.' })
  await failure.waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add an order' })
  await dialog.waitFor()
  await expect(dialog.getByRole('alert').count()).resolves.toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Sandboxes' }).click()
  await failure.waitFor({ state: 'detached' })
})

test('what was done in a sandbox that the page has left is not offered for undo in another one', async ({ open }) => {
  const { page, server } = await open()
  server.mock.createSandbox({ name: 'checkout' }).orders.ship(1)
  await page.route('**/main/orders/batch', async (route) => {
    await page.getByLabel('Sandbox', { exact: true }).selectOption('checkout')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await route.continue()
  })
  const isKnown = page.waitForResponse('**/main/history')
  await page.getByRole('button', { name: 'Delete order 4' }).click()
  await isKnown
  await expect.poll(() => server.mock.sandbox().orders.get(4)).toBeUndefined()
  await expect(page.getByText('Order 4 deleted').count()).resolves.toBe(0)
})
