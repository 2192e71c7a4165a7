import { expect } from 'vitest'
import { press, said, send, test } from './panel-test.js'

/** Of the buttons and links whose middle is in the window and not scrolled away: those that something else lies over. */
const COVERED = `[...document.querySelectorAll('button, a, input, select')]
  .filter((each) => each.checkVisibility({ opacityProperty: true }) && getComputedStyle(each).clipPath === 'none')
  .filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect()
    const [left, top] = [x + width / 2, y + height / 2]
    const table = document.querySelector('.head-group')?.getBoundingClientRect().bottom ?? 0
    if (left < 0 || top < 0 || left > innerWidth || top > innerHeight) return false
    if (each.closest('.rows') !== null && top < table) return false
    const bar = each.closest('.filters, nav, .toolbar-end')?.getBoundingClientRect()
    if (bar !== undefined && (left < bar.left || left > bar.right)) return false
    const over = document.elementFromPoint(left, top)
    return !each.contains(over) && over?.contains(each) !== true && !each.labels?.[0]?.contains(over)
  })
  .map((each) => each.ariaLabel ?? each.textContent)`

const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth'
const SEEN = `[...document.querySelectorAll('.rows .row')]
  .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`

/** Of the cells of tables: those whose words leave their row. */
const SPILT = `[...document.querySelectorAll('.rows .cell')].filter((cell) => {
    const [inner, outer] = [cell, cell.parentElement].map((each) => each.getBoundingClientRect())
    return inner.width > 0 && (inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1 || inner.right > innerWidth)
  })
  .map((cell) => cell.textContent)`

test.for([
  [1440, 900, 20],
  [1024, 768, 16],
  [390, 844, 10],
] as const)(
  'at %i × %i, %i orders are seen, nothing scrolls sideways, and messages and failures cover nothing',
  async ([width, height, rows], { open }) => {
    const { page, server } = await open()
    await page.setViewportSize({ width, height })
    for (let id = 100; id < 140; id += 1) server.mock.sandbox().orders.add({ id })
    await page.getByRole('button', { name: 'All 49' }).waitFor()
    await expect.poll(() => page.evaluate<number>(SEEN)).toBeGreaterThanOrEqual(rows)
    // What is for the menu alone takes no room beside it.
    await expect(page.locator('.rows').getByText('Order 1', { exact: true }).isVisible()).resolves.toBe(false)
    await send(server, 'DELETE', '/store/orders/2')
    for (const view of ['Orders', 'Requests', 'Faults and clock', 'Sandboxes']) {
      await page.getByRole('link', { name: view }).click()
      await page.getByRole('heading', { level: 1, name: view }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('searchbox').fill('reset to default')
      await press(page, 'Reset to default', 'main reset to default')
      await expect.poll(() => page.evaluate(COVERED)).toEqual([])
      await expect(page.evaluate(SIDEWAYS)).resolves.toBe(0)
    }
    await page.route('**/undo', (route) => route.abort())
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true)
    await page.keyboard.press('Control+z')
    await page.getByRole('alert').filter({ hasText: 'Dismiss' }).waitFor()
    await expect.poll(() => page.evaluate(COVERED)).toEqual([])
  },
)

test('where the system chooses the colors, what is pressed, current or opened has an outline', async ({ open }) => {
  const { page, server } = await open({ isApart: true })
  await send(server, 'GET', '/store/orders')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'Request 1: GET /store/orders' }).click()
  const outlined = `[...document.querySelectorAll('nav a, .filters button, .row')]
    .filter((each) => getComputedStyle(each).outlineStyle === 'solid' && !each.matches('.changed:not(.opened)'))
    .map((each) => each.textContent.replace(/\\d.*/, '').trim())`
  await expect.poll(() => page.evaluate(outlined)).toEqual(['Requests', 'All', '', 'curl'])
})

test('the palette has every action of the view, and never picks beforehand what would be lost', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests' })
  await send(server, 'DELETE', '/store/orders/2')
  await page.getByRole('row', { name: /DELETE/ }).waitFor()
  await page.getByRole('button', { name: 'Search or run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search or run' })
  const entries = async (): Promise<string[]> =>
    (await dialog.getByRole('listitem').getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
  const all = await entries()
  expect(all.join()).toMatch(/^Copy link,Copy API key,Fail the next request,Compare,Export as HAR,Orders,/)
  expect(all.indexOf('Clear the journal')).toBeGreaterThan(all.indexOf('shipped'))
  await dialog.getByRole('searchbox').fill('empty')
  await expect(entries()).resolves.toEqual(['empty', 'Reset to empty'])
  const colors = `[...document.querySelectorAll('dialog li button')].map((each) => getComputedStyle(each).color)`
  // As a failure is written.
  await expect(page.evaluate(colors)).resolves.toEqual(['rgb(27, 28, 34)', 'rgb(173, 31, 21)'])
  await dialog.getByRole('searchbox').fill('reset to empty')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.evaluate('document.activeElement.textContent')).resolves.toMatch(/^Reset to empty.+can be undone$/)
  await page.keyboard.press('Enter')
  await said(page, 'main reset to empty')
  await page.keyboard.press('Control+z')
  await page.getByRole('region', { name: 'Situation' }).getByText('6 pending').waitFor()
})

test('long names and ids and whatever deviates are cut, and push nothing out of the window', async ({ open }) => {
  const scenario = 'scenario-'.padEnd(70, 'z')
  const { page, server } = await open({ serve: { scenarios: { [scenario]: { orders: [] } } } })
  const name = 'sandbox-'.padEnd(100, 'y')
  const box = server.mock.createSandbox({ name, scenario })
  box.orders.add({ id: '-9223372036854775808', petId: '-9223372036854775808', quantity: 2_147_483_647 })
  box.clock.set('2031-01-01T00:00:00Z')
  box.clock.freeze()
  box.faults.set([{ kind: 'hang' }])
  box.freedoms.set(7)
  for (const view of ['orders', 'requests', 'rules', 'sandboxes']) {
    await page.goto(`${server.origin}/?sandbox=${name}&view=${view}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    for (const width of [1440, 1240, 1024, 860, 800, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => page.evaluate(`[innerWidth, ${SIDEWAYS}, ${COVERED}, ${SPILT}]`), { message: view })
        .toEqual([width, 0, [], []])
    }
  }
  const situation = page.getByRole('region', { name: 'Situation' })
  for (const action of ['Undo', 'More actions on this sandbox']) {
    const place = await situation.getByRole('button', { name: action }).boundingBox()
    expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(390)
  }
  await situation.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'Undone: freedoms changed')
})

test('the words of a row, ids and times are whole, and a long failure begins with its first line', async ({ open }) => {
  const { page, server } = await open()
  server.mock.sandbox().orders.add({ id: '-9223372036854775808', quantity: 2_147_483_647, shipAfter: 'PT10M' })
  await page.getByText('Ships in 10 minutes').waitFor()
  const cut = `[...document.querySelectorAll('.rows :is(button.slot, .id, .quantity, .shipDate)')].filter((each) => {
    const words = document.createRange()
    words.selectNodeContents(each)
    const padding = Number.parseFloat(getComputedStyle(each).paddingLeft)
    return each.checkVisibility() && words.getBoundingClientRect().width > each.clientWidth + 1 - 2 * padding
  }).map((each) => each.textContent)`
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(cut)).toEqual([])
  }
  await page.getByRole('link', { name: 'Sandboxes' }).click()
  const buffer = Buffer.from('orders: [1'.padEnd(300))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByLabel('Load scenario file').setInputFiles({ name: 'it.yaml', mimeType: 'text/plain', buffer })
    const words = page.getByRole('alert').getByText('Flow sequence in block collection')
    const [box, line] = [await page.getByRole('alert').boundingBox(), await words.boundingBox()]
    expect(line?.y).toBeGreaterThanOrEqual(box?.y ?? Infinity)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('a button that says what was copied moves nothing beside it', async ({ open }) => {
  const { page, server } = await open({ path: '/?view=requests&request=1' })
  await send(server, 'GET', '/store/orders')
  for (const [copy, neighbor] of [
    ['Copy link to this request', 'Newer request'],
    ['Copy API key', 'Reset main to default'],
  ] as const) {
    const place = () => page.getByRole('button', { name: neighbor }).boundingBox()
    await page.getByRole('button', { name: copy }).waitFor()
    const before = await place()
    await press(page, copy, copy.replace('Copy ', 'Copied: '))
    await expect(place()).resolves.toEqual(before)
  }
})
