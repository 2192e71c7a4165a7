import { expect, test } from './shop.js'

// What each test finds here, it must leave empty.
test.afterEach(({ shop }) => expect(shop.real).toEqual([]))

test('a page reaches the sandbox', async ({ page, mock, shop }) => {
  await page.goto(`${shop.origin}/orders`)
  await expect(page).toHaveTitle('status 200')
  expect((await mock.requests.all()).map(({ operation }) => operation)).toEqual(['listOrders'])
})

test('a popup reaches the sandbox', async ({ page, mock, shop }) => {
  await page.goto(shop.origin)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('a')])
  await expect(popup).toHaveTitle('status 200')
  expect(await mock.requests.count()).toBe(1)
})

test('a second page and a frame in it reach the sandbox', async ({ context, mock, shop }) => {
  const second = await context.newPage()
  await second.goto(`${shop.origin}/frame`)
  await expect.poll(() => mock.requests.count()).toBe(1)
})

test('contexts that the test makes itself reach the sandbox', async ({ browser, mock, shop }) => {
  const context = await browser.newContext()
  const pages = [await context.newPage(), await browser.newPage()]
  for (const page of pages) {
    await page.goto(`${shop.origin}/behind-a-worker`)
    await expect(page).toHaveTitle('status 200')
    await page.context().close()
  }
  expect(await mock.requests.count()).toBe(2)
})

test('a page that wants a service worker reaches the sandbox', async ({ page, mock, shop }) => {
  await page.goto(`${shop.origin}/behind-a-worker`)
  await expect(page).toHaveTitle('status 200')
  expect(await mock.requests.count()).toBe(1)
})

test("the application's own files below v1 are its own", async ({ page, mock, shop }) => {
  await page.goto(`${shop.origin}/modules`)
  await expect(page).toHaveTitle('module,json,worker,0.5')
  expect(await mock.requests.count()).toBe(0)
})

test('misspelt requests do not reach the real API', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/misspelt`)
  await expect(page).toHaveTitle('404,404,404')
})

test('a route of the test itself takes precedence', async ({ page, shop }) => {
  await page.route('**/v1/store/orders', (route) => route.fulfill({ status: 202 }))
  await page.goto(`${shop.origin}/orders`)
  await expect(page).toHaveTitle('status 202')
})

test('a fault that breaks the connection breaks it in the page', async ({ page, mock, shop }) => {
  await mock.faults.set([{ operation: 'listOrders', kind: 'reset' }])
  await page.goto(`${shop.origin}/orders`)
  await expect(page).toHaveTitle('TypeError')
})

test('a request that gets no response does not outlast the test', async ({ page, mock, shop }) => {
  await mock.faults.set([{ operation: 'listOrders', kind: 'hang' }])
  await page.goto(`${shop.origin}/orders`)
  await expect.poll(() => mock.requests.count()).toBe(1)
})

test.describe('with service workers allowed', () => {
  test.use({ serviceWorkers: 'allow' })
  test('they are registered', async ({ page, shop }) => {
    await page.goto(shop.origin)
    const scope = page.evaluate(`navigator.serviceWorker.register('/sw.js').then(({ scope }) => scope)`)
    expect(await scope).toBe(`${shop.origin}/`)
  })
})

test.describe('before all tests', () => {
  test.beforeAll(async ({ browser, shop }) => {
    const page = await browser.newPage()
    await page.goto(`${shop.origin}/orders`)
    await expect(page).toHaveTitle('status 200')
    await page.close()
  })
  test('a page reaches the mock', ({ shop }) => expect(shop.real).toEqual([]))
})
