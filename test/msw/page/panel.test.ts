import axe from 'axe-core'
import { expect } from 'vitest'
import { test } from './shop-test.js'

test('a button in the corner opens the panel of the mock that is in the page, and closes it', async ({ openTab }) => {
  const { page, send } = await openTab({ control: true, persist: false, scenario: 'pending' })
  await page.getByRole('button', { name: 'Orders mock' }).click()
  const panel = page.frameLocator('iframe[title="Control panel of orders-mock"]')
  await panel.getByRole('rowheader', { name: '1', exact: true }).waitFor()
  await panel.getByText('Live').waitFor()
  const statuses = await send('DELETE /v1/store/orders/1')
  expect(statuses.map(({ status }) => status)).toEqual([204])
  await panel.getByRole('row', { name: /cancelled/ }).waitFor()
  await panel.getByRole('button', { name: 'Ship order 2' }).click()
  await expect.poll(() => page.evaluate(() => ordersMock.sandbox().orders.get(2)?.status)).toBe('shipped')
  await page.evaluate(() => void ordersMock.sandbox().orders.add({ id: 2n ** 63n - 1n, shipAfter: 'PT1S' }))
  await panel.getByRole('row', { name: /9223372036854775807 shipped/ }).waitFor()
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run('div'))
  expect(violations).toEqual([])
  // Neither the address of the page nor its way back has changed.
  expect(await page.evaluate('[location.pathname, history.length]')).toEqual(['/', 2])
  await page.getByRole('button', { name: 'Orders mock' }).click()
  await panel.getByText('Live').waitFor({ state: 'detached' })
})

test('the panel in a page offers nothing that only a server has', async ({ openTab }) => {
  const { page } = await openTab({ control: true, persist: false, scenario: 'pending' })
  await page.getByRole('button', { name: 'Orders mock' }).click()
  const panel = page.frameLocator('iframe')
  await panel.getByRole('link', { name: 'Sandboxes' }).click()
  await panel.getByRole('button', { name: 'Save as JSON' }).waitFor()
  for (const name of ['API reference', 'Copy link', 'Save as YAML', 'Panel link']) {
    await expect(panel.getByText(name).count()).resolves.toBe(0)
  }
  expect(await page.evaluate('location.pathname')).toBe('/')
})
