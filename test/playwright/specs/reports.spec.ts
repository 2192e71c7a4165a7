import { expect, test } from './shop.js'

// Each of these fails: what their reports say is what matters.

test('with requests', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/orders`)
  await expect(page).toHaveTitle('status 200')
  expect('this').toBe('that')
})

test('without a key, and with that of another sandbox', async ({ page, mockServer, shop }) => {
  await page.goto(`${shop.origin}/without-key`)
  await expect(page).toHaveTitle('status 401')
  await fetch(`${mockServer.baseUrl}/store/orders`, { headers: { authorization: 'Bearer test-key~shipped' } })
  expect('this').toBe('that')
})

test('without requests', async ({ page, shop }) => {
  await page.goto(shop.origin)
  expect('this').toBe('that')
})
