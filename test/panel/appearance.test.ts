import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { orderRow, send, test } from './panel-test.js'

/** Every view, and the buttons of what it opens over or beside itself. */
const VIEWS = [
  ['/', 'Add order'],
  ['/?view=requests', 'Request 1: GET /store/orders'],
  ['/?view=rules', 'Add fault'],
  ['/?view=sandboxes', 'New sandbox'],
  ['/?sandbox=empty'],
  ['/?sandbox=nowhere'],
  ['/docs'],
  ['/docs?api=control'],
] as const

// The scheme changes colours, and nothing else that axe looks at.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

test.for(VIEWS)(
  'axe finds nothing wrong, light or dark, and nothing scrolls sideways at a width of 390 px: %s',
  async ([path, ...buttons], { open }) => {
    await using server = await startServer({ scenario: 'int64' })
    await fillIn(server)
    const { page } = await open({ server, path })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const found = [await violations(page), await violationsInTheDark(page)]
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBe(0)
    for (const name of buttons) {
      await page.getByRole('button', { name }).first().click()
      await page.locator('dialog, aside').last().waitFor()
      found.push(await violations(page, 'dialog, aside'), await violationsInTheDark(page, 'dialog, aside'))
    }
    expect(found.flat()).toEqual([])
  },
)

test('axe finds nothing wrong in the form for the token', async ({ open }) => {
  const { page } = await open({ serve: { controlToken: 'sesame' } })
  await page.getByLabel('Control token').waitFor()
  await expect(violations(page)).resolves.toEqual([])
})

test('an order can be found, opened and changed with the keyboard alone', async ({ open }) => {
  const { page, server } = await open()
  await orderRow(page, '5').waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('14')
  await orderRow(page, '1').waitFor({ state: 'detached' })
  const focused = async (): Promise<unknown> => await page.evaluate('document.activeElement.ariaLabel')
  while ((await focused()) !== 'Select order 5') await page.keyboard.press('Tab')
  // One tab stop in each row; the arrows lead on.
  while ((await focused()) !== 'Edit order 5') await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity').focus()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(server.mock.sandbox().orders.get(5)?.quantity).toBe(9)
})

test('every view and its dialogs are reached and left with the keyboard alone, and the focus is never lost', async ({
  open,
}) => {
  const { page, server } = await open()
  await fillIn(server)
  await orderRow(page, '5').waitFor()
  const focused = async (): Promise<unknown> =>
    await page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent.trim()')
  const walk = [
    ['Requests', 'Control+k', 'Sandboxes and scenarios'],
    ['Faults and clock', 'n', 'Add a fault'],
    ['Sandboxes', 'n', 'New sandbox'],
    ['Orders', 'n', 'Add an order'],
    ['Requests', '?', 'Keys'],
  ] as const
  for (const [view, key, dialog] of walk) {
    while ((await focused()) !== `A ${view}`) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: view }).waitFor()
    await page.keyboard.press(key)
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(`A ${view}`)
  }
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').waitFor()
  while ((await focused()) !== 'BUTTON Close') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await expect.poll(focused).toMatch(/^BUTTON GET /)
})

async function fillIn(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const long = `/store/orders/${'9'.repeat(80)}`
  for (const path of ['/store/orders', long, '/pets/11']) await send(server, 'GET', path)
  const box = server.mock.sandbox()
  box.orders.add({ id: 4711, shipAfter: 'P1D' })
  box.orders.add({ id: 4712, petId: 11, shipDate: '2026-11-23T12:00:00Z', status: 'cancelled' })
  box.faults.set([
    { operation: 'cancelOrder', kind: 'status', status: 503, times: 3, message: 'Come back later, please.' },
    { kind: 'delay', delayMs: { min: 1, max: 2 } },
  ])
  server.mock.createSandbox({ name: 'a-name-that-is-as-long-as-it-may-be-'.padEnd(100, 'x') })
}

/** @param rules all rules by default */
async function violations(page: Page, within = 'html', rules?: string[]): Promise<unknown[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    ([context, runOnly]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    [within, rules] as const,
  )
  return found.map(({ id, nodes }) => ({
    id,
    targets: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
  }))
}

async function violationsInTheDark(page: Page, within = 'html'): Promise<unknown[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await violations(page, within, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
