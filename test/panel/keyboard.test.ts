import { expect } from 'vitest'
import { fillIn, focused, orderRow, send, test } from './panel-test.js'

test('the keyboard alone finds, opens and changes an order, and stays with the row that is there', async ({ open }) => {
  const { page, main } = await open()
  await orderRow(page, '5').waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('14')
  await orderRow(page, '1').waitFor({ state: 'detached' })
  while ((await focused(page)) !== 'Select order 5') await page.keyboard.press('Tab')
  // One tab stop in each row; the arrows lead on.
  while ((await focused(page)) !== 'Edit order 5') await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity').focus()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(main.orders.get(5)?.quantity).toBe(9)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Delete order 4' }).focus()
  await page.keyboard.press('Enter')
  await orderRow(page, '4').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Delete order 5')
  await page.getByRole('button', { name: 'Ship order 7' }).focus()
  await page.keyboard.press('Enter')
  await orderRow(page, '7').getByText('shipped').waitFor()
  await expect.poll(() => focused(page)).toBe('Edit order 7')
})

test('the keyboard alone reaches and leaves all views and dialogs, and the focus is never lost', async ({ open }) => {
  const { page, server } = await open()
  await fillIn(server)
  await orderRow(page, '5').waitFor()
  const place = async (): Promise<unknown> =>
    await page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent.trim()')
  const walk = [
    ['Requests', 'Control+k', 'Search or run'],
    ['Faults and clock', 'n', 'Add a fault'],
    ['Sandboxes', 'n', 'New sandbox'],
    ['Orders', 'n', 'Add an order'],
    ['Requests', '?', 'Keyboard shortcuts'],
  ] as const
  for (const [view, key, dialog] of walk) {
    while ((await place()) !== `A ${view}`) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: view }).waitFor()
    await page.keyboard.press(key)
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(place).toBe(`A ${view}`)
  }
  await page.getByRole('row', { name: /GET/ }).first().waitFor()
  await page.keyboard.press('j')
  await expect.poll(place).toMatch(/^BUTTON GET /)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').waitFor()
  while ((await place()) !== 'BUTTON Close') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await expect.poll(place).toMatch(/^BUTTON GET /)
})

test('by the keyboard alone, menus of a narrower window open, lead to each action, and close', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await send(server, 'GET', '/store/orders')
  await page.getByRole('row', { name: /GET/ }).waitFor()
  const walk = async (menu: string): Promise<unknown[]> => {
    for (let tabs = 0; (await focused(page)) !== menu && tabs < 40; tabs += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const actions: unknown[] = []
    for (let tabs = 0; tabs < 3; tabs += 1) {
      await page.keyboard.press('Tab')
      actions.push(await focused(page))
    }
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe(menu)
    return actions
  }
  const actions = ['API reference', 'Copy link', 'Reset main to default']
  await expect(walk('More actions on this sandbox')).resolves.toEqual(actions)
  await expect(walk('More actions on requests')).resolves.toEqual(['Compare', 'Export as HAR', 'Clear the journal'])
})

test('the arrows belong to the list that has the focus, and scroll what has none', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=rules' })
  const choice = page.getByRole('group', { name: 'second cancel' }).getByRole('button', { name: '409' })
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).resolves.toBe('error')
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  for (let count = 0; count < 3; count += 1) await send(server, 'GET', '/store/orders')
  await page.goto(`${server.origin}/?view=requests&request=2`)
  await page.getByRole('group', { name: 'Response body' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('complementary', { name: 'Request 2' }).waitFor()
  await expect(focused(page)).resolves.toBe('Response body')
})

test('what is closed or cleared far down a list leaves the list where it is', async ({ open }) => {
  const { page, server, main } = await open()
  for (let id = 100; id < 200; id += 1) main.orders.add({ id })
  for (let count = 0; count < 90; count += 1) await send(server, 'GET', '/store/orders')
  await page.getByRole('button', { name: 'All 109' }).waitFor()
  const place = () => page.evaluate('scrollY')
  await page.evaluate('scrollTo(0, 2000)')
  await page.getByRole('checkbox', { name: 'Select order 155' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'All 109' }).waitFor()
  await expect(place()).resolves.toBe(2000)
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'All 90' }).waitFor()
  await page.evaluate('scrollTo(0, 2000)')
  await page.getByRole('button', { name: 'Request 30: GET' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => focused(page)).toBe('Request 30: GET /store/orders')
  await expect(place()).resolves.toBe(2000)
})

test('the focus moves no row, and is never behind the lines that stay', async ({ open }) => {
  const { page } = await open({ path: '/?sandbox=large' })
  const topOf = async (element: string): Promise<unknown> => page.evaluate(`${element}.getBoundingClientRect().top`)
  await orderRow(page, '1').waitFor()
  const top = await topOf("document.querySelector('.rows')")
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor()
  await expect(topOf("document.querySelector('.rows')")).resolves.toBe(top)
  for (const key of 'j'.repeat(40)) await page.keyboard.press(key)
  for (const key of 'k'.repeat(30)) {
    await page.keyboard.press(key)
    expect(await topOf('document.activeElement')).toBeGreaterThanOrEqual(Number(top))
  }
})

test('in a small window, the menu of a row has its arrows, and questions and failures are seen', async ({ open }) => {
  const { page, main } = await open()
  await page.setViewportSize({ width: 390, height: 600 })
  await page.getByRole('button', { name: 'Actions on order 4' }).focus()
  await page.keyboard.press('Enter')
  const reached: unknown[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    reached.push(await page.evaluate('document.activeElement.textContent'))
  }
  expect(reached).toEqual(['Cancel', 'Delete', 'Edit', 'Cancel', 'Edit', 'Delete'])
  await page.keyboard.press('Enter')
  await orderRow(page, '4').waitFor({ state: 'detached' })
  expect(main.orders.get(4)).toBeUndefined()
  await page.setViewportSize({ width: 390, height: 500 })
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add an order' })
  await dialog.getByLabel('Id', { exact: true }).fill('1')
  await page.keyboard.press('Escape')
  const isSeen = `(() => {
    const [dialog, words] = ['dialog', 'dialog [role=alert]'].map((each) => document.querySelector(each).getBoundingClientRect())
    return words.top >= dialog.top && words.bottom <= dialog.bottom
  })()`
  await dialog.getByRole('alert').getByText('Discard your changes?').waitFor()
  await expect(page.evaluate(isSeen)).resolves.toBe(true)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Order 1 already exists.').waitFor()
  await expect(page.evaluate(isSeen)).resolves.toBe(true)
  // A small screen at a zoom of 400%.
  await page.setViewportSize({ width: 320, height: 180 })
  expect((await dialog.boundingBox())?.height).toBeGreaterThan(140)
})
