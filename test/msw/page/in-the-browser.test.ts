import axe from 'axe-core'
import { expect } from 'vitest'
import { test, type Tab } from './shop-test.js'

const LARGE = 9007199254740993n

test('orders, clock, faults and sandboxes survive a reload, exactly', async ({ openTab }) => {
  const tab = await openTab({ control: true, scenario: 'int64' })
  await tab.control('PUT /sandboxes/main/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
  await tab.control('PUT /sandboxes/main/orders/9007199254740995', { petId: LARGE, quantity: LARGE + 2n })
  await tab.control('POST /sandboxes', { name: 'shop', orders: [{ id: LARGE, status: 'shipped' }, { id: 2 }] })
  await tab.control('PUT /sandboxes/shop/clock', { frozen: true })
  await tab.control('DELETE /sandboxes/shop/orders/2')
  const faults = [
    { kind: 'status', status: 503, operation: 'cancelOrder', orderId: LARGE, times: 2 },
    { kind: 'status', status: 500, operation: 'getPet', probability: 0.5 },
  ]
  await tab.control('PUT /sandboxes/main/faults', faults)
  const cancel = `DELETE /v1/store/orders/${LARGE}`
  expect(await tab.send(cancel)).toEqual([503])
  const before = await worldOf(tab)
  await tab.reload()
  expect(await worldOf(tab)).toEqual(before)
  expect(before.shop.body).toMatchObject({ orders: [{ id: LARGE, status: 'shipped' }] })
  expect(before.main.body).toMatchObject({ now: '2030-01-01T00:00:00Z', frozen: true, faults: [{ fired: 1 }, {}] })
  // The second time is the last that the fault happens; the order is cancelled once.
  const statuses = [await tab.send(cancel), await tab.send(cancel), await tab.send(cancel)]
  expect(statuses.flat()).toEqual([503, 204, 409])
  await tab.control('POST /sandboxes/shop/reset')
  expect((await tab.control('GET /sandboxes/shop/orders')).body).toEqual([
    { id: LARGE, status: 'shipped' },
    { id: 2, status: 'pending' },
  ])
  await tab.control('DELETE /sandboxes/shop')
  await tab.reload()
  expect((await tab.control('GET /sandboxes/shop')).status).toBe(404)
  expect(tab.printed).toEqual([])
})

test('of two tabs that cancel the same order at once, one wins', async ({ openTab }) => {
  const options = { scenario: { orders: [{ generate: { count: 25, status: 'pending' } }] } }
  const tabs = [await openTab(options), await openTab(options)]
  const lines = Array.from({ length: 25 }, (_, index) => `DELETE /v1/store/orders/${index + 1}`)
  const [ones = [], others = []] = await Promise.all(tabs.map((tab) => tab.send(...lines)))
  const both = ones.map((status, index) => [status, others[index] ?? 0].toSorted((one, other) => one - other))
  expect(both).toEqual(lines.map(() => [204, 409]))
})

test('a tab learns what another does, even to the mock itself', async ({ openTab }) => {
  const [one, other] = [await openTab({ scenario: 'pending' }), await openTab({ scenario: 'pending' })]
  await one.page.evaluate(() => {
    ordersMock.createSandbox({ name: 'shop' })
    ordersMock.sandbox().orders.ship(1)
  })
  await other.page.waitForFunction(() => ordersMock.sandbox().orders.get(1)?.status === 'shipped')
  await one.page.evaluate(() => ordersMock.deleteSandbox('shop'))
  await other.page.waitForFunction(() => ordersMock.sandboxes.length === 1)
  expect([...one.printed, ...other.printed]).toEqual([])
})

test('a mock with a different scenario starts over, for the open tabs too', async ({ openTab }) => {
  const old = await openTab({ scenario: 'pending' })
  await old.page.evaluate(() => void ordersMock.createSandbox({ name: 'shop' }))
  await old.send('DELETE /v1/store/orders/1')
  const young = await openTab({ scenario: 'shipped' })
  await young.send('DELETE /v1/store/orders/1')
  for (const tab of [young, old]) {
    const counts = await tab.page.evaluate(() => fetch('/v1/store/orders').then(() => ordersMock.sandbox().counts))
    expect(counts).toEqual({ pending: 0, shipped: 3, cancelled: 0 })
  }
  await young.reload()
  expect(await young.page.evaluate(() => ordersMock.sandboxes.map(({ name }) => name))).toEqual(['main'])
  const again = await openTab({ scenario: 'pending' })
  expect(await again.send('DELETE /v1/store/orders/1')).toEqual([204])
})

test('a damaged record costs its sandbox alone, which persists again', async ({ openTab }) => {
  const tab = await openTab({ scenario: 'pending', control: true })
  await tab.control('POST /sandboxes', { name: 'shop' })
  await tab.send('DELETE /v1/store/orders/1')
  await tab.page.evaluate(() => damageStored({ name: 'shop', seed: '{' }))
  await tab.page.evaluate(() => damageStored({ name: 'main', seed: '{' }))
  await tab.control('POST /sandboxes', { name: 'other' })
  await tab.reload()
  expect(await tab.send('DELETE /v1/store/orders/1')).toEqual([204])
  expect(tab.printed.toSorted()).toEqual(
    ['main', 'shop'].map(
      (name) => expect.stringContaining(`orders-mock: the sandbox "${name}" is not restored`) as string,
    ),
  )
  await tab.reload()
  expect(await tab.send('DELETE /v1/store/orders/1', 'DELETE /v1/store/orders/2')).toEqual([409, 204])
  expect((await tab.control('GET /sandboxes/other')).status).toBe(200)
  expect((await tab.control('GET /sandboxes/shop')).status).toBe(404)
  expect(tab.printed).toHaveLength(2)
})

test('a damaged record of the progress costs no sandbox, and other tabs follow again', async ({ openTab }) => {
  const tab = await openTab({ scenario: 'pending', control: true })
  await tab.control('POST /sandboxes', { name: 'shop' })
  await tab.send('DELETE /v1/store/orders/1')
  await tab.page.evaluate(() => damageStored({ name: '', revision: 'seven', scenario: 7 }))
  await tab.reload()
  expect(await tab.send('DELETE /v1/store/orders/1', 'DELETE /v1/store/orders/2')).toEqual([409, 204])
  expect((await tab.control('GET /sandboxes/shop')).status).toBe(200)
  await tab.reload()
  expect(await tab.send('DELETE /v1/store/orders/2')).toEqual([409])
  expect(tab.printed).toEqual([])
})

test('a store that the user removes is made again with the next request', async ({ openTab }) => {
  const tab = await openTab({ scenario: 'pending' })
  await tab.send('DELETE /v1/store/orders/1')
  await tab.page.evaluate(() => removeStore())
  await tab.send('DELETE /v1/store/orders/2')
  await tab.reload()
  const lines = [1, 2, 3].map((id) => `DELETE /v1/store/orders/${id}`)
  expect(await tab.send(...lines)).toEqual([409, 409, 204])
  expect(tab.printed).toEqual([])
})

test('a full store is reported once, and the mock works without it', async ({ openTab }) => {
  const tab = await openTab({ scenario: 'pending' }, async (page, origin) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  })
  const statuses = [await tab.send('DELETE /v1/store/orders/1'), await tab.send('DELETE /v1/store/orders/1')]
  expect(statuses.flat()).toEqual([204, 409])
  expect(tab.printed).toEqual([expect.stringMatching(/^orders-mock: nothing more is persisted.*QuotaExceededError/)])
})

test('a button in the corner opens the panel of the mock that is in the page, and closes it', async ({ openTab }) => {
  const { page, send } = await openTab({ control: true, persist: false, scenario: 'pending' })
  await page.addStyleTag({ content: 'div { display: none } body { visibility: hidden; transform: scale(0) }' })
  await page.getByRole('button', { name: 'Orders mock' }).click()
  const panel = page.frameLocator('iframe[title="Control panel of orders-mock"]')
  await panel.getByRole('rowheader', { name: '1', exact: true }).waitFor()
  await panel.getByText('Live').waitFor()
  expect(await send('DELETE /v1/store/orders/1')).toEqual([204])
  await panel.getByRole('row', { name: /cancelled/ }).waitFor()
  await panel.getByRole('button', { name: 'Ship order 2' }).click()
  await expect.poll(() => page.evaluate(() => ordersMock.sandbox().orders.get(2)?.status)).toBe('shipped')
  await page.evaluate(() => void ordersMock.sandbox().orders.add({ id: 2n ** 63n - 1n, shipAfter: 'PT1S' }))
  await panel.getByRole('row', { name: /9223372036854775807 shipped/ }).waitFor()
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run('div'))
  expect(violations).toEqual([])
  // This browser blocks `navigator.clipboard`.
  await panel.getByRole('button', { name: 'Copy API key' }).click()
  await panel.getByText('Copied: API key').waitFor({ state: 'attached' })
  // Neither the address of the page nor its way back has changed.
  expect(await page.evaluate('[location.pathname, history.length]')).toEqual(['/', 2])
  await page.getByRole('button', { name: 'Orders mock' }).click()
  await panel.getByText('Live').waitFor({ state: 'detached' })
})

test('the button is dragged and moved by keys, its place is remembered, and Escape closes the panel', async ({
  openTab,
}) => {
  const { page } = await openTab({ control: true, persist: false, scenario: 'pending' })
  const button = page.getByRole('button', { name: 'Orders mock' })
  const placeOf = async (): Promise<unknown> =>
    await button.evaluate((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y].map(Math.round))
  const { x: left = 0, width: wide = 0 } = (await button.boundingBox()) ?? {}
  expect((page.viewportSize()?.width ?? 0) - left - wide).toBe(16)
  await button.hover()
  await page.mouse.down()
  await page.mouse.move(100, 120, { steps: 4 })
  await page.mouse.up()
  for (const key of ['Right', 'Right', 'Left', 'Up', 'Up', 'Down']) await button.press(`Arrow${key}`)
  await expect(page.locator('iframe').count()).resolves.toBe(0)
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  expect([Math.round(x + width / 2), Math.round(y + height / 2)]).toEqual([124, 96])
  const place = await placeOf()
  await page.reload()
  await expect.poll(placeOf).toEqual(place)
  await button.press('Enter')
  const panel = page.frameLocator('iframe')
  await panel.getByText('Live').waitFor()
  await button.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  // The hand may tremble: that is a click, not a drag.
  await button.hover()
  await page.mouse.down()
  await page.mouse.move(126, 97)
  await page.mouse.up()
  await panel.getByText('Live').waitFor()
  await panel.getByRole('searchbox').press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  await expect(button.evaluate((each) => each.matches(':focus'))).resolves.toBe(true)
  await page.evaluate(() => hidePanelButton())
  await expect(button.count()).resolves.toBe(0)
})

test('the panel in a page offers nothing that only a server has', async ({ openTab }) => {
  const { page } = await openTab({ control: true, persist: false, scenario: 'pending' })
  await page.getByRole('button', { name: 'Orders mock' }).click()
  const panel = page.frameLocator('iframe')
  await panel.getByRole('link', { name: 'Sandboxes' }).click()
  await panel.getByRole('button', { name: 'Save as JSON' }).waitFor()
  await expect(panel.getByLabel('Load scenario file').getAttribute('accept')).resolves.toBe('.json')
  for (const name of ['API reference', 'Copy link', 'Save as YAML', 'Panel link']) {
    await expect(panel.getByText(name).count()).resolves.toBe(0)
  }
  // What stands in the situation leads on within the panel: there is no page to load.
  await page.evaluate(() => ordersMock.sandbox().faults.set([{ kind: 'hang' }]))
  await panel.getByRole('link', { name: '1 active fault' }).click()
  await panel.getByRole('heading', { name: 'Faults and clock' }).waitFor({ state: 'attached' })
  expect(await page.evaluate('location.pathname')).toBe('/')
})

/** The sandboxes with all that is stored of them. */
async function worldOf(tab: Tab) {
  const { body } = await tab.control('GET /sandboxes')
  const [main, shop] = [await tab.control('GET /sandboxes/main/state'), await tab.control('GET /sandboxes/shop/state')]
  const { sandboxes } = body as { sandboxes: Record<string, unknown>[] }
  // The journal is not stored, nor when a request last came.
  return { sandboxes: sandboxes.map((each) => ({ ...each, requests: undefined, lastUsed: undefined })), main, shop }
}
