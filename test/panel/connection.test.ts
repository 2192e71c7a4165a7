import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { freePort } from '../cli/command.js'
import { orderIds, orderRow, said, test } from './panel-test.js'

test('a lost connection is reported, actions fail in words, and it heals when the mock is back', async ({ open }) => {
  const port = await freePort()
  const server = await startServer({ port })
  const { page } = await open({ server })
  await page.getByRole('status').getByText('Live').waitFor()
  await page.getByRole('button', { name: 'Ship order 4', exact: true }).click()
  await said(page, 'Order 4 shipped')
  await page.setViewportSize({ width: 390, height: 844 })
  await server.close()
  const lost = page.getByRole('alert').getByText('Connection to the mock lost.')
  await lost.waitFor()
  // What was done before leaves it the room.
  await expect.poll(() => lost.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await expect(page.getByText('Order 4 shipped').count()).resolves.toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Ship order 1', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Dismiss' }).getByText('No response from').waitFor()
  // A view that is opened only now comes with the mock.
  await page.getByRole('link', { name: 'Faults and clock' }).click()
  await using again = await startServer({ port, scenario: 'shipped' })
  await page.getByRole('status').getByText('Live').waitFor()
  await lost.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '503 once' }).waitFor()
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(orderIds(page)).resolves.toEqual(['1', '2', '3'])
  again.mock.sandbox().orders.add({ id: 77 })
  await orderRow(page, '77').waitFor()
})

test('a mock that responds late is not said to be behind, which would take the room of a failure', async ({ open }) => {
  const { page } = await open()
  await page.route('**/clock', async (route) => {
    const response = await route.fetch()
    await setTimeout(2500)
    await route.fulfill({ response })
  })
  await page.reload()
  await orderRow(page, '1').waitFor()
  await expect(page.getByText('the system time').allTextContents()).resolves.toEqual([])
  await page.route('**/batch', (route) => route.abort())
  await page.getByRole('button', { name: 'Ship order 1', exact: true }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'No response from' })
  await expect.poll(() => failure.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
})

test('a mock that comes back without the sandbox takes the offer to undo along', async ({ open }) => {
  const port = await freePort()
  const server = await startServer({ port })
  server.mock.createSandbox({ name: 'checkout' })
  const { page } = await open({ server, path: '/?sandbox=checkout' })
  await page.getByRole('button', { name: 'Delete order 4' }).click()
  const offer = page.locator('.notice.offers').getByRole('button', { name: 'Undo' })
  await offer.waitFor()
  await server.close()
  await using _ = await startServer({ port })
  await page.getByRole('heading', { name: 'Sandbox “checkout” not found' }).waitFor()
  await page.getByRole('status').getByText('Live').waitFor()
  await expect(offer.count()).resolves.toBe(0)
})
